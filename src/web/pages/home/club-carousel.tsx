import type { EmblaCarouselType } from "embla-carousel";
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useRef, useState } from "react";
import type { ShownSection } from "#shared/content/site-pages.ts";
import { Words } from "#web/lib/site-page.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { ChevronLeft, ChevronRight, Pause, Play } from "#web/ui/icons.generated.ts";
import { prefersReducedMotion } from "#web/ui/page-focus.ts";
import { CarouselPicture } from "#web/ui/pictures/home-pictures.tsx";

/** The cards in a loop. */
export function ClubCarousel({ cards }: { cards: readonly CarouselCard[] }) {
  const viewport = useRef<HTMLDivElement>(null);
  const { hold, ...frame } = useCarousel(viewport, useInView(viewport));
  return (
    <div {...hold}>
      <CarouselFrame viewport={viewport} cards={cards} {...frame} />
    </div>
  );
}

interface CarouselFrameProps {
  cards: readonly CarouselCard[];
  viewport: Ref<HTMLDivElement>;
  current: number;
  /** Screen readers announce the card only while it does not turn by itself. */
  isPlaying: boolean;
  /** Cards out of view are hidden from screen readers once they can be turned. */
  isRunning: boolean;
  onPlay: (isPlaying: boolean) => void;
  onTurn: (direction: "previous" | "next") => void;
}

function CarouselFrame({ cards, viewport, current, isPlaying, isRunning, onPlay, onTurn }: CarouselFrameProps) {
  return (
    <section className="carousel on-dark" aria-roledescription="carousel" aria-label="What the club stands for">
      <div ref={viewport}>
        <div className="carousel-track" aria-live={isPlaying ? "off" : "polite"}>
          {cards.map((card, index) => (
            <Card
              key={card.title}
              card={card}
              picture={1 + (index % pictureCount)}
              place={placeOf(index, cards.length)}
              isHidden={isRunning && index !== current}
            />
          ))}
        </div>
      </div>
      <div className="carousel-controls">
        <div className="ticks" aria-hidden="true">
          {cards.map((card, index) => (
            <i key={card.title} className={index === current ? "is-current" : undefined} />
          ))}
        </div>
        <IconButton variant="outline" label={isPlaying ? "Pause" : "Play"} onClick={() => onPlay(!isPlaying)}>
          {isPlaying ? <Pause /> : <Play />}
        </IconButton>
        <IconButton variant="outline" label="Previous card" onClick={() => onTurn("previous")}>
          <ChevronLeft />
        </IconButton>
        <IconButton variant="outline" label="Next card" onClick={() => onTurn("next")}>
          <ChevronRight />
        </IconButton>
      </div>
    </section>
  );
}

type CarouselCard = ShownSection["points"][number];

const pictureCount = 5;

interface CardProps {
  card: CarouselCard;
  picture: number;
  place: string;
  isHidden: boolean;
}

function Card({ card, picture, place, isHidden }: CardProps) {
  return (
    <article className="carousel-card" aria-roledescription="slide" aria-label={place} aria-hidden={isHidden}>
      <div className="carousel-text">
        <p className="note num">{place}</p>
        <h3 className="d2">{card.title}</h3>
        <p>
          <Words text={card.text} />
        </p>
      </div>
      <div className="carousel-art">
        <CarouselPicture n={picture} />
      </div>
    </article>
  );
}

const placeOf = (index: number, count: number): string => `${index + 1} of ${count}`;

type Direction = "previous" | "next";
const arrows: Record<string, Direction> = { ArrowLeft: "previous", ArrowRight: "next" };

const secondsPerCard = 7;

/**
 * A loop that turns by itself, pauses under a pointer or the focus, and stops when somebody turns or stops it; started
 * again, it does not pause. Embla is loaded once the cards come near, and presses before that are queued.
 */
function useCarousel(viewport: RefObject<HTMLElement | null>, isNear: boolean) {
  const [embla, setEmbla] = useState<EmblaCarouselType>();
  const [current, setCurrent] = useState(0);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [mode, setMode] = useState<"by itself" | "started" | "stopped">("by itself");
  const isTurning = mode === "started" || (mode === "by itself" && !isHovered && !isFocused);
  const waiting = useRef<Direction[]>([]);

  useEffect(() => {
    if (!isNear || !viewport.current) return;
    return startIn(viewport.current, setEmbla);
  }, [isNear, viewport]);

  useEffect(() => {
    if (!embla) return;
    embla.on("select", () => setCurrent(embla.selectedScrollSnap())).on("pointerDown", () => setMode("stopped"));
    if (prefersReducedMotion()) setMode("stopped");
    for (const direction of waiting.current.splice(0)) go(embla, direction);
  }, [embla]);

  useEffect(() => {
    if (!embla || !isTurning) return;
    const timer = setInterval(() => document.hidden || go(embla, "next"), secondsPerCard * 1000);
    return () => clearInterval(timer);
  }, [embla, isTurning]);

  const turn = (direction: Direction) => {
    setMode("stopped");
    if (embla) go(embla, direction);
    else waiting.current.push(direction);
  };
  const hold = {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onKeyDown: (event: KeyboardEvent) => {
      const direction = arrows[event.key];
      if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      turn(direction);
    },
  };
  return {
    current,
    isPlaying: mode !== "stopped",
    isRunning: embla !== undefined,
    onPlay: (isPlaying: boolean) => setMode(isPlaying ? "started" : "stopped"),
    onTurn: turn,
    hold,
  };
}

/** @returns the function that ends it. Without Embla the cards stand still. */
function startIn(viewport: HTMLElement, onStart: (embla: EmblaCarouselType) => void): () => void {
  let embla: EmblaCarouselType | undefined;
  let isOver = false;
  void import("embla-carousel").then(
    ({ default: EmblaCarousel }) => {
      if (isOver) return;
      embla = EmblaCarousel(viewport, { loop: true });
      onStart(embla);
    },
    () => {},
  );
  return () => {
    isOver = true;
    embla?.destroy();
  };
}

function go(embla: EmblaCarouselType, direction: Direction): void {
  if (direction === "next") embla.scrollNext(prefersReducedMotion());
  else embla.scrollPrev(prefersReducedMotion());
}

/** Returns true once the element was within a screen's height of the viewport. */
function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "100%",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
