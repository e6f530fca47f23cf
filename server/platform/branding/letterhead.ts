import sharp from 'sharp';
import type { Letterhead } from '../../kit/mail/frame.ts';
import type { Project } from '../projects/projects.ts';
import { type WhiteLabel, whiteLabelBy } from './white-labels.ts';

/** Default accent, also used if a label's colour is too light to be read on white. */
export const OWN_ACCENT = '#0B6673';
const DARK_ENOUGH = 0.18;

/** RGB channels of a colour, 0 to 255. */
export const channelsOf = (color: string): number[] =>
  [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));

/** Accent of a white label on paper and in mails. */
export function accentOf({ accent }: Pick<WhiteLabel, 'accent'>): `#${string}` {
  if (!accent) return OWN_ACCENT;
  const [r = 0, g = 0, b = 0] = channelsOf(accent).map(channel => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b <= DARK_ENOUGH ? (accent as `#${string}`) : OWN_ACCENT;
}

/** Twice the displayed size. */
const SIDE = 96;
const DENSITY = 600;
const MOST_KNOWN = 50;
const logos = new Map<string, Promise<string | null>>();

/** Converts a data URL to PNG, which every mail program can show. */
function renderPng(data: string | null | undefined): Promise<string | null> {
  if (!data) return Promise.resolve(null);
  const cached = logos.get(data);
  if (cached) return cached;
  if (logos.size >= MOST_KNOWN) logos.clear();
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
  const made = sharp(bytes, { density: DENSITY })
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .png()
    .toBuffer()
    .then(png => png.toString('base64'))
    .catch(() => null);
  logos.set(data, made);
  return made;
}

/** Letterhead of a project's mails. */
export async function loadLetterhead(
  project: Pick<Project, 'name' | 'management' | 'address' | 'hotline' | 'logo' | 'whiteLabel'>,
): Promise<Letterhead> {
  const { name, management, address, hotline, logo, whiteLabel } = project;
  const label = whiteLabelBy(whiteLabel);
  return {
    name: management || name,
    building: management && management !== name ? name : '',
    accent: accentOf(label),
    logo: await renderPng(logo ?? label.logo),
    foot: [management || name, address, hotline].filter(Boolean).join(' · '),
  };
}

/** The same for a white label, if a mail belongs to no project. */
export const labelHead = async (
  label: Pick<WhiteLabel, 'name' | 'accent' | 'logo' | 'support'>,
): Promise<Letterhead> => ({
  name: label.name,
  building: '',
  accent: accentOf(label),
  logo: await renderPng(label.logo),
  foot: label.support,
});
