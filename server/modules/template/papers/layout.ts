import type { Language } from '@lobby/shared/kit/languages.ts';
import { wordsOf as plainOf } from '@lobby/shared/kit/rich-text.ts';
import { employee, WORKING } from '@lobby/shared/modules/employee.ts';
import {
  columnsOf,
  type DocumentType,
  type PaperColumn,
  reportTemplate,
} from '@lobby/shared/modules/report-template.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { managementOf } from '../../../kit/mail/frame.ts';
import { A4, type Color, type Raster, type Size } from '../../../kit/paper/pdf.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { accentOf, channelsOf } from '../../../platform/branding/letterhead.ts';
import { whiteLabelBy } from '../../../platform/branding/white-labels.ts';
import { loadProject, type Project } from '../../../platform/projects/projects.ts';
import { fillWords, type WordValues } from '../engine.ts';
import { loadLogo, pictureRaster } from './logo.ts';
import { paperRevision, revisionAt } from './revisions.ts';

/** Values of a template, as stored or as given for a preview. */
type Look = Values<typeof reportTemplate> & { _id?: string };

/** Layout of a document; amounts are independent of it. */
export interface Layout {
  documentType: DocumentType;
  templateId: string | null;
  revision: number;
  size: Size;
  copies: number;
  /** One or two languages; the second is smaller below the first. */
  languages: readonly [Language, ...Language[]];
  logo: Raster | null;
  /** Accent colour, and its light background. */
  accent: Color;
  tint: Color;
  /** Lines of the letterhead, name first. */
  head: readonly string[];
  /** Texts of the project with variables; null for the default. */
  title: string | null;
  intro: string;
  closing: string;
  footer: string;
  showBank: boolean;
  bankAccountId: string | null;
  qr: 'NONE' | 'TOP' | 'BOTTOM';
  columns: readonly PaperColumn[];
  showDebts: boolean;
  showMeter: boolean;
  showAmountInWords: boolean;
  /** Signatures; `title` null for that of the role. */
  signatures: readonly { role: string; title: string | null; signer: string | null }[];
}

/** Default template of a document type. */
export const paperInUse = (projectId: string, documentType: DocumentType): Promise<Doc<typeof reportTemplate> | null> =>
  records(reportTemplate).first({ projectId }, { isDefault: true, documentType });

const SIZES: Readonly<Record<string, Size>> = {
  A4,
  A5: { width: 419.53, height: 595.28 },
  K80: { width: 226.77, height: 680 },
};
function sizeOf({ paper, orientation }: Look): Size {
  const { width, height } = SIZES[paper ?? 'A4'] ?? A4;
  return orientation === 'LANDSCAPE' && paper !== 'K80' ? { width: height, height: width } : { width, height };
}

/** Names of the signers; null for former employees. */
export async function loadSigners({ projectId }: Pick<Ctx, 'projectId'>, values: Look): Promise<(string | null)[]> {
  const ids = (values.signatures ?? []).map(
    ({ role, employeeId }) => employeeId ?? (role === 'TREASURER' ? values.treasurerId : null) ?? '',
  );
  const people = await loadRefs(projectId, employee, ids.filter(Boolean));
  return ids.map(id => {
    const person = people.get(id);
    return person && WORKING.some(status => status === person.status) ? person.name : null;
  });
}

/** Issuer of a document. */
export type Sender = Pick<Project, 'name' | 'address' | 'hotline' | 'management' | 'logo' | 'whiteLabel'>;

/** Background tint of a colour: one twelfth on white. */
const tintOf = (color: Color): Color =>
  `#${channelsOf(color)
    .map(channel =>
      Math.round(255 - (255 - channel) / 12)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const dotted = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** Layout from the values of a template. */
export async function loadLayout(
  ctx: Pick<Ctx, 'projectId'>,
  values: Look,
  project: Sender | null,
  signers?: readonly (string | null)[],
): Promise<Layout> {
  const documentType = values.documentType ?? 'FEE_NOTICE';
  const [first = 'vi', ...rest] = (values.languages ?? []).map(({ language }) => language);
  const names = signers ?? (await loadSigners(ctx, values));
  const allowed = columnsOf(documentType);
  const chosen = (values.columns ?? []).flatMap(({ column }) => allowed.find(other => other === column) ?? []);
  const { address, phone, taxCode } = values;
  const label = whiteLabelBy(project?.whiteLabel);
  const accent = accentOf(label);
  const building = values.buildingName || (project?.name ?? '');
  const name = project?.management || building;
  const management = name === building ? '' : managementOf(building, first);
  return {
    documentType,
    templateId: values._id || null,
    revision: values.revision ?? 1,
    size: sizeOf(values),
    copies: values.copies ?? 1,
    languages: [first, ...rest.slice(0, 1)],
    logo: (await loadLogo(ctx, values.logo)) ?? (await pictureRaster(project?.logo ?? label.logo)),
    accent,
    tint: tintOf(accent),
    head: [
      name,
      dotted(management, taxCode && `${text(first, 'report-template.print.taxCode')}\u00a0${taxCode}`),
      dotted(address || project?.address, (phone || project?.hotline)?.replaceAll(' ', '\u00a0'), values.email),
    ].filter(Boolean),
    title: values.title || null,
    footer: values.footer ?? '',
    intro: plainOf(values.intro ?? ''),
    closing: plainOf(values.closing ?? ''),
    showBank: values.showBank !== false,
    bankAccountId: values.bankAccountId || null,
    qr: values.qr ?? 'BOTTOM',
    columns: chosen.length > 0 ? chosen : allowed,
    showDebts: values.showDebts !== false,
    showMeter: values.showMeter !== false,
    showAmountInWords: values.showAmountInWords !== false,
    signatures: (values.signatures ?? []).map(({ role, title }, n) => ({
      role,
      title: title || null,
      signer: names[n] ?? null,
    })),
  };
}

/** Choice of template: the default of its type, a named one, or one at a revision. */
export interface Named {
  templateId?: string | null | undefined;
  revision?: number | undefined;
  /** The revision at a moment. */
  at?: Date | null | undefined;
}

/** Layout for printing; a template of another type is refused. */
export async function layoutFor(ctx: Ctx, documentType: DocumentType, named: Named = {}): Promise<Layout> {
  const { projectId } = ctx;
  const { templateId, at } = named;
  const stored = templateId
    ? await records(reportTemplate).withRemoved().get({ projectId }, templateId)
    : await paperInUse(projectId, documentType);
  if (templateId && stored?.documentType !== documentType) fail('REFERENCE_NOT_SUITABLE');
  const revision = stored && at ? await revisionAt(projectId, stored._id, at) : named.revision;
  const then =
    stored && revision && revision !== stored.revision ? await paperRevision(projectId, stored._id, revision) : null;
  const values = then ? { ...stored, ...then.values, revision } : (stored ?? { documentType });
  return loadLayout(ctx, values, await loadProject(projectId), then?.signers);
}

/** A layout with its variables filled in. */
export function filledLayout(layout: Layout, values: WordValues): Layout {
  const fill = (words: string) => (words ? fillWords(words, values) : '');
  return {
    ...layout,
    title: layout.title && fill(layout.title),
    intro: fill(layout.intro),
    closing: fill(layout.closing),
    footer: fill(layout.footer),
  };
}

/** Title of a signature in the document's language. */
export const signatureTitle = ({ role, title }: Layout['signatures'][number], language: Language): string =>
  title ?? text(language, `report-template.options.role.${role}`);
