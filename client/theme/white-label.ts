import { accentPalette } from './accent.ts';
import { styleCache } from './cache.ts';
import { showTab } from './tab.ts';

/** Public part of a white label (api: GET /white-label). */
export interface WhiteLabel {
  id: string;
  name: string;
  logo: string | null;
  logoDark: string | null;
  accent: string | null;
  support: string;
  notes: Readonly<Partial<Record<string, string>>>;
}

const OWN: WhiteLabel = { id: '', name: 'Lobby', logo: null, logoDark: null, accent: null, support: '', notes: {} };

const listeners = new Set<() => void>();
let now: WhiteLabel = fromPage() ?? OWN;

/** The server writes the host's label into the page, so that the first paint has its name and colours. */
function fromPage(): WhiteLabel | null {
  const written = document.getElementById('white-label')?.textContent;
  // Safe cast, since it is our own page; a development server does not write it, then it is requested.
  return written ? (JSON.parse(written) as WhiteLabel) : null;
}

/** The white label of the page. */
export const whiteLabel = (): WhiteLabel => now;

/** Calls back when the white label changes. */
export function onWhiteLabel(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies a white label to the page: title, icon and accent; components update names and logos. */
export function showWhiteLabel(label: WhiteLabel): void {
  now = label;
  dress();
  for (const listener of listeners) listener();
}

const sheet = document.createElement('style');

function dress(): void {
  showTab({ brand: now.name, ...(now.logo && { icon: now.logo }) });
  if (styleCache.nonce) sheet.nonce = styleCache.nonce;
  sheet.textContent = now.accent ? accentCss(now.accent) : '';
  if (!sheet.isConnected) document.head.append(sheet);
}

const dashed = (name: string) => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** CSS variables of the accent in one mode, derived from a colour, to preview it on an element. */
export function accentVars(accent: string, mode: 'light' | 'dark'): Record<string, string> {
  const set = Object.entries(accentPalette(accent)[mode]);
  return Object.fromEntries(set.map(([name, value]) => [`--chakra-colors-accent-${dashed(name)}`, value]));
}

/** CSS of the accent in both modes, derived from a colour; text on or in it reaches a contrast of 4.5:1. */
function accentCss(accent: string): string {
  const rules = (['light', 'dark'] as const).map(mode => {
    const set = Object.entries(accentVars(accent, mode)).map(([name, value]) => `${name}:${value}`);
    return `html.${mode}{${set.join(';')}}`;
  });
  return rules.join('');
}

// Importing this module applies the white label, before the first paint.
dress();
