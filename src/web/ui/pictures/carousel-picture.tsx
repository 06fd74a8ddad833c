import { Decoration } from "./decoration.tsx";
import card1 from "./drawn/carousel-1.svg";
import card2 from "./drawn/carousel-2.svg";
import card3 from "./drawn/carousel-3.svg";
import card4 from "./drawn/carousel-4.svg";
import card5 from "./drawn/carousel-5.svg";

const cards = { 1: card1, 2: card2, 3: card3, 4: card4, 5: card5 };

/** The drawing of a carousel card, in the order of the cards. It fills its box, standing on the lower edge. Decorative. */
export function CarouselPicture({ n }: { n: keyof typeof cards }) {
  return <Decoration className="carousel-picture" src={cards[n]} width={480} height={262} loading="lazy" />;
}
