import { accentPalette } from '../theme/accent.ts';

interface Brand {
  name: string;
  logo: string | null;
  accent: string | null;
  /** Support contact as text: e-mail or phone number. */
  support: string;
}

const OWN: Brand = { name: 'Lobby', logo: null, accent: null, support: '' };

/** The white label of this host, embedded into the page by the server. */
export const brand: Brand = (() => {
  const written = document.getElementById('white-label')?.textContent;
  return written ? { ...OWN, ...(JSON.parse(written) as Brand) } : OWN;
})();

/** Applies the accent colour of the white label, for light and dark mode. */
export function dress(): void {
  if (!brand.accent) return;
  const { light, dark } = accentPalette(brand.accent);
  const { style } = document.documentElement;
  const shown = {
    '--accent': 'fg',
    '--on-accent': 'contrast',
    '--solid': 'solid',
    '--subtle': 'subtle',
    '--soft': 'muted',
  } as const;
  for (const [name, key] of Object.entries(shown)) style.setProperty(name, `light-dark(${light[key]}, ${dark[key]})`);
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', light.solid);
}
