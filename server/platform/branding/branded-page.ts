import { isPlanned } from '../maintenance/maintenance.ts';
import { shownLabel, type WhiteLabel } from './white-labels.ts';

const escaped: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const html = (text: string) => text.replace(/[<>&"]/g, letter => escaped[letter] ?? '');

/** Adds the white label to the HTML page: title, icon and data for the client, so that the default never flashes up. */
export function brandPage(page: string, label: WhiteLabel, nonce: string): string {
  // In a script element only `<` could end it.
  const data = JSON.stringify(shownLabel(label)).replaceAll('<', '\\u003c');
  const state = isPlanned() ? '<meta id="maintenance" name="maintenance" content="on" />' : '';
  const dressed = page
    .replace('<title>Lobby</title>', () => `<title>${html(label.name)}</title>`)
    .replace('<!--white-label-->', () => `<script type="application/json" id="white-label">${data}</script>${state}`)
    .replaceAll('__CSP_NONCE__', nonce);
  const icon = label.logo;
  return icon ? dressed.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${html(icon)}" />`) : dressed;
}
