import type { WhiteLabel } from './white-labels.ts';

const OWN_ACCENT = '#0b6673';
const OWN_ICONS = [
  { src: '/resident/icon-180.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
  { src: '/resident/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
];

/** Web app manifest of the residents' app, by the white label of its host. */
export const manifestOf = ({ name, logo, accent }: WhiteLabel) => ({
  id: '/resident/',
  name,
  short_name: name.slice(0, 30),
  start_url: '/resident/',
  scope: '/resident/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: accent ?? OWN_ACCENT,
  icons: [...(logo ? [{ src: logo, sizes: 'any', purpose: 'any' }] : []), ...OWN_ICONS],
});
