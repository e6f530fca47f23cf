import { densityChoice } from '../theme/density.ts';
import { modeChoice } from '../theme/mode.ts';
import { languageChoice } from './i18n.ts';
import { choose, chosen, onTakenOver } from './preferences.ts';
import { meAtom, myUserId } from './session.ts';
import { store } from './store.ts';

/** What the page shows before anybody is signed in, and so is also kept without a person. */
interface Look {
  now: () => string;
  /** What is no choice changes nothing. */
  take: (value: string) => void;
  onChange: (listener: () => void) => unknown;
}

/** Keeps one look and the person's choice of it the same: who signs in gets theirs, unless they have just chosen another on the way in. */
function follow(name: 'theme' | 'density' | 'language', look: Look): void {
  let justChosen = false;
  let shown = look.now();
  const show = () => {
    const wanted = chosen(name);
    if (justChosen && myUserId()) {
      justChosen = false;
      choose(name, look.now());
    } else if (wanted && wanted !== look.now() && myUserId()) look.take(wanted);
    shown = look.now();
  };
  look.onChange(() => {
    const value = look.now();
    if (value === shown) return;
    shown = value;
    if (!myUserId()) justChosen = true;
    else if (chosen(name) !== value) choose(name, value);
  });
  store.sub(meAtom, show);
  onTakenOver(show);
  show();
}

/** Lets theme, density and language follow their person from device to device; once, when the words are there. */
export function followLooks(): void {
  follow('theme', modeChoice);
  follow('density', densityChoice);
  follow('language', languageChoice);
}
