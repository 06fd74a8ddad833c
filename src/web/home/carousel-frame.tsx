import { ChevronLeft, ChevronRight } from "lucide-react";
import type { Ref } from "react";
import { CarouselPicture } from "#web/pictures/carousel-picture.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { carouselCards } from "./carousel-cards.ts";

interface CarouselFrameProps {
  viewport?: Ref<HTMLDivElement>;
  current: number;
  /** Somebody turns the cards, so that each is worth saying aloud. */
  isTaken?: boolean;
  onTurn?: (direction: "previous" | "next") => void;
}

export function CarouselFrame({ viewport, current, isTaken, onTurn }: CarouselFrameProps) {
  return (
    <section className="carousel on-dark" aria-roledescription="carousel" aria-label="What the club stands for">
      <div ref={viewport}>
        <div className="carousel-track" aria-live={isTaken ? "polite" : "off"}>
          {carouselCards.map((card, index) => (
            <Card key={card.title} card={card} place={placeOf(index)} isCurrent={index === current} />
          ))}
        </div>
      </div>
      <div className="carousel-controls">
        <div className="ticks" aria-hidden="true">
          {carouselCards.map((card, index) => (
            <i key={card.title} className={index === current ? "is-current" : undefined} />
          ))}
        </div>
        <IconButton variant="line" label="Previous card" onClick={() => onTurn?.("previous")}>
          <ChevronLeft />
        </IconButton>
        <IconButton variant="line" label="Next card" onClick={() => onTurn?.("next")}>
          <ChevronRight />
        </IconButton>
      </div>
    </section>
  );
}

interface CardProps {
  card: (typeof carouselCards)[number];
  place: string;
  isCurrent: boolean;
}

function Card({ card, place, isCurrent }: CardProps) {
  return (
    <article className="carousel-card" aria-roledescription="slide" aria-label={place} aria-hidden={!isCurrent}>
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
