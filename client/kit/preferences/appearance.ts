import { densityChoice } from '../../theme/density.ts';
import { modeChoice } from '../../theme/mode.ts';
import { store } from '../base/store.ts';
import { languageChoice } from '../i18n/i18n.ts';
import { choose, chosen, onTakenOver } from '../session/preferences.ts';
import { meAtom, myUserId } from '../session/session.ts';

/** A choice that already applies before sign-in, and so is also stored without a user. */
interface Look {
  now: () => string;
  /** An unknown value changes nothing. */
  take: (value: string) => void;
  onChange: (listener: () => void) => unknown;
}

/** Syncs one setting of the page with the preference of the user: signing in applies the preference, unless the user has just chosen another one. */
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

/** Synchronizes theme, density and language between the user's devices. Called once the words are loaded. */
export function syncAppearance(): void {
  follow('theme', modeChoice);
  follow('density', densityChoice);
  follow('language', languageChoice);
}
