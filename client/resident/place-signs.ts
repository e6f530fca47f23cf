import {
  Building2,
  CalendarCheck,
  CircleParking,
  createLucideIcon,
  Dumbbell,
  Flame,
  type LucideIcon,
  Music,
  Presentation,
  Sofa,
  Sparkles,
  ToyBrick,
  Trees,
  Volleyball,
  WavesLadder,
} from 'lucide-react';
import { placeScene } from './scene-of.ts';

/** A tennis ball, which the icon library lacks. */
const TennisBall = createLucideIcon('tennis-ball', [
  ['circle', { cx: '12', cy: '12', r: '9', key: 'ball' }],
  ['path', { d: 'M6 5.3a9 9 0 0 1 0 13.4', key: 'left' }],
  ['path', { d: 'M18 5.3a9 9 0 0 0 0 13.4', key: 'right' }],
]);

const SIGNS: Readonly<Record<string, LucideIcon>> = {
  pool: WavesLadder,
  gym: Dumbbell,
  tennis: TennisBall,
  court: Volleyball,
  bbq: Flame,
  garden: Trees,
  music: Music,
  hall: Presentation,
  room: Sofa,
  kids: ToyBrick,
  parking: CircleParking,
  spa: Sparkles,
  place: Building2,
};
/** Icon of an amenity, matching its illustration. */
export const placeSign = (words: string): LucideIcon => SIGNS[placeScene(words)] ?? CalendarCheck;
