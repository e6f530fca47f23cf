import { fold } from '@lobby/shared/kit/text-search.ts';

const MOST = 20;
/** Icons by keywords in the name of an amenity. */
const ICONS: readonly (readonly [RegExp, string])[] = [
  [/tennis/, 'tennis'],
  [/bong da|football/, 'football'],
  [/cau long|badminton/, 'badminton'],
  [/bong ro|basketball/, 'basketball'],
  [/golf/, 'golf'],
  [/gym|the hinh/, 'gym'],
  [/yoga/, 'yoga'],
  [/ho boi|be boi|pool|swim/, 'pool'],
  [/sauna|xong hoi/, 'sauna'],
  [/spa|massage/, 'spa'],
  [/bbq|nuong|barbecue/, 'barbecue'],
  [/tiec|party/, 'party'],
  [/hop|hoi truong|sinh hoat|meeting|hall/, 'meeting'],
  [/phim|cinema/, 'cinema'],
  [/karaoke/, 'karaoke'],
  [/thu vien|library/, 'library'],
  [/tre em|vui choi|play|kids/, 'play-area'],
  [/vuon|garden/, 'garden'],
  [/do xe|gui xe|parking/, 'parking'],
  [/giat|laundry/, 'laundry'],
  [/ve sinh|don dep|clean/, 'cleaning'],
  [/doi tac|dich vu|partner/, 'partner'],
  [/the thao|san|sport/, 'sport'],
];

/** Code from a name: `Sân tennis` gives `SAN-TENNIS`. */
export const codeFrom = (name: string): string =>
  fold(name)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MOST)
    .replace(/-+$/, '');

/** Icon for a name; `other` without a match. */
export const iconFrom = (name: string): string => ICONS.find(([words]) => words.test(fold(name)))?.[1] ?? 'other';
