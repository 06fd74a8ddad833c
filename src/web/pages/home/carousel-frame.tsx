import type { Ref } from "react";
import { IconButton } from "#web/ui/button.tsx";
import { ChevronLeft, ChevronRight, Pause, Play } from "#web/ui/icons.generated.ts";
import { CarouselPicture } from "#web/ui/pictures/carousel-picture.tsx";
import { carouselCards } from "./carousel-cards.ts";

interface CarouselFrameProps {
  viewport: Ref<HTMLDivElement>;
  current: number;
  /** Otherwise somebody turns the cards, so that each is worth saying aloud. */
  isPlaying: boolean;
  /** The cards that are out of view are hidden from screen readers once something brings them into it. */
  isRunning: boolean;
  onPlay: (isPlaying: boolean) => void;
  onTurn: (direction: "previous" | "next") => void;
}

export function CarouselFrame({ viewport, current, isPlaying, isRunning, onPlay, onTurn }: CarouselFrameProps) {
  return (
    <section className="carousel on-dark" aria-roledescription="carousel" aria-label="What the club stands for">
      <div ref={viewport}>
        <div className="carousel-track" aria-live={isPlaying ? "off" : "polite"}>
          {carouselCards.map((card, index) => (
            <Card key={card.title} card={card} place={placeOf(index)} isHidden={isRunning && index !== current} />
          ))}
        </div>
      </div>
      <div className="carousel-controls">
        <div className="ticks" aria-hidden="true">
          {carouselCards.map((card, index) => (
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

interface CardProps {
  card: (typeof carouselCards)[number];
  place: string;
  isHidden: boolean;
}

function Card({ card, place, isHidden }: CardProps) {
  return (
    <article className="carousel-card" aria-roledescription="slide" aria-label={place} aria-hidden={isHidden}>
      <div className="carousel-text">
        <p className="note num">{place}</p>
        <h3 className="d2">{card.title}</h3>
        <p>{card.text}</p>
      </div>
      <div className="carousel-art">
        <CarouselPicture n={card.picture} />
      </div>
    </article>
  );
}

const placeOf = (index: number): string => `${index + 1} of ${carouselCards.length}`;
