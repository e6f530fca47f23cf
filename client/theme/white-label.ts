import { accentPalette } from './accent.ts';
import { styleCache } from './cache.ts';
import { showTab } from './tab.ts';

/** What a white label shows of itself (api: GET /white-label). */
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

/** The server writes the label of the host name into the page: the first paint is in its name and colours. */
function fromPage(): WhiteLabel | null {
  const written = document.getElementById('white-label')?.textContent;
  // Ours, from our own page; where a developer's server does not write it, it is asked for.
  return written ? (JSON.parse(written) as WhiteLabel) : null;
}

/** The white label that the page is shown under. */
export const whiteLabel = (): WhiteLabel => now;

/** Calls back when it is another, or changed. */
export function onWhiteLabel(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the page under a white label: its title, icon and accent; names and logos follow where they stand. */
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

/** The accent tokens of one mode, made of the one colour: for an element that shows how it would look. */
export function accentVars(accent: string, mode: 'light' | 'dark'): Record<string, string> {
  const set = Object.entries(accentPalette(accent)[mode]);
  return Object.fromEntries(set.map(([name, value]) => [`--chakra-colors-accent-${dashed(name)}`, value]));
}

/** The accent tokens of both modes, made of the one colour; each text on or in them reaches 4.5:1. */
function accentCss(accent: string): string {
  const rules = (['light', 'dark'] as const).map(mode => {
    const set = Object.entries(accentVars(accent, mode)).map(([name, value]) => `${name}:${value}`);
    return `html.${mode}{${set.join(';')}}`;
  });
  return rules.join('');
}

// Importing this module is what dresses the page, before the first paint.
dress();
