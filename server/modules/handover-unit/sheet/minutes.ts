import { addMonths } from '@lobby/shared/kit/dates.ts';
import { clockOf } from '@lobby/shared/kit/hours.ts';
import { wordsOf } from '@lobby/shared/kit/rich-text.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import type { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import type { SheetLine } from '@lobby/shared/modules/handover-sheet.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockAt, todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import type { Raster } from '../../../kit/paper/pdf.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { renderRaster } from '../../../platform/projects/paper/rasters.ts';
import { projects } from '../../../platform/projects/projects.ts';
import { loadReach, maskOnPaper } from '../../resident/index.ts';
import { handoverConfig } from '../config.ts';
import { type Edition, type StoredSheet, sheets } from './sheet.ts';

/** Pictures printed per line. */
const PRINTED = 3;

interface Person {
  name: string;
  identifier: string | null;
}
/** Content of an appointment's minutes. */
export interface Minutes {
  code: string;
  project: string;
  management: string;
  unit: Readonly<Record<'code' | 'block' | 'floor' | 'area' | 'useArea', string>>;
  owner: Person | null;
  receiver: Person | null;
  present: { name: string; relation: string | null };
  employee: string;
  contractNumber: string | null;
  round: number;
  edition: Edition;
  number: number;
  opinion: string | null;
  text: string;
  pictures: ReadonlyMap<string, Raster>;
  signatures: Readonly<Record<'owner' | 'employee', Raster | null>>;
  /** Names of the signers, and the times of signing. */
  signed: Readonly<Record<'owner' | 'employee', { name: string | null; at: string } | null>>;
}

async function loadPictures(projectId: string, { parts }: Edition): Promise<Map<string, Raster>> {
  const ids = [...parts.lines.filter(({ result }) => result === 'FAIL'), ...parts.meters].flatMap(({ images }) =>
    images.slice(0, PRINTED).map(({ file }) => file),
  );
  const rasters = new Map<string, Raster>();
  for (const id of ids) {
    const raster = await renderRaster(projectId, id);
    if (raster) rasters.set(id, raster);
  }
  return rasters;
}

const UNSAID = { by: null, at: null, part: null } as const;
const figure = ({ language }: Ctx, value: number | null | undefined): string =>
  typeof value === 'number' ? numberIn(language, value) : '–';

/** Fills the variables of the project's text. */
const filledIn = (markup: string, values: Readonly<Record<string, string>>): string =>
  wordsOf(markup.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => values[name.trim()] ?? ''));

export const localDay = (day: string): string => day.split('-').toReversed().join('/');

/** Sample minutes with the project's text and settings. */
export async function sampleMinutes(ctx: Ctx, lines: readonly SheetLine[]): Promise<Minutes | null> {
  const project = await projects().findOne({ _id: ctx.projectId });
  if (!project) return null;
  const config = await handoverConfig(ctx.projectId);
  const day = todayOf(ctx);
  const name = text(ctx, 'handover-config.sample.owner');
  const place = { code: 'A-10.05', block: 'A', floor: '10', area: '72', useArea: '65' };
  const management = project.management ?? project.name;
  const warranty = addMonths(day, 24);
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.entries(place).map(([part, value]) => [`unit.${part}`, value])),
    'owner.name': name,
    'receiver.name': name,
    'employee.name': ctx.actor.name,
    contractNumber: 'HĐMB-0105',
    'handover.day': localDay(day),
    'handover.round': '1',
    'unit_group.name': project.name,
    'unit_group.management': management,
    'defects.count': '1',
    'warranty.until': localDay(warranty),
    today: localDay(day),
  };
  const looked = lines.map(
    (line, n): SheetLine => ({
      ...line,
      result: n === 1 ? 'FAIL' : 'PASS',
      note: n === 1 ? (line.checks[0] ?? line.item) : null,
      warrantyUntil: line.warrantyMonths ? addMonths(day, line.warrantyMonths) : null,
    }),
  );
  const parts = {
    lines: looked,
    meters: config.meters.map(({ name: of, unitName }, n) => ({
      ...UNSAID,
      key: `m${n}`,
      name: of,
      unitName: unitName ?? null,
      value: 0,
      images: [],
    })),
    things: config.things.map(({ name: of, number }, n) => ({
      ...UNSAID,
      key: `t${n}`,
      name: of,
      usual: number,
      number,
      note: null,
    })),
  };
  return {
    code: 'BG-0000-00000',
    project: project.name,
    management,
    unit: place,
    owner: { name, identifier: '0010*****123' },
    receiver: null,
    present: { name, relation: null },
    employee: ctx.actor.name,
    contractNumber: 'HĐMB-0105',
    round: 1,
    number: 1,
    opinion: null,
    text: config.minutesText ? filledIn(config.minutesText, values) : '',
    edition: { at: ctx.now, by: null, reason: null, result: 'ACCEPTED_WITH_DEFECTS', day, parts },
    pictures: new Map(),
    signatures: { owner: null, employee: null },
    signed: { owner: null, employee: null },
  };
}

/** Minutes of an appointment in the latest or a given edition; null if there is none. */
export async function loadMinutes(
  ctx: Ctx,
  doc: Doc<typeof handoverSchedule>,
  number: number | null,
): Promise<Minutes | null> {
  const { projectId } = ctx;
  const sheet: StoredSheet | null = await sheets().findOne({ scheduleId: doc._id, projectId });
  const at = number ?? sheet?.editions.length ?? 0;
  const edition = sheet?.editions[at - 1];
  const project = await projects().findOne({ _id: projectId });
  const row = await records(handoverUnit).withRemoved().get({ projectId }, doc.handoverId);
  if (!edition || !project || !row) return null;
  const unitId = doc.unitId ?? '';
  const home = (await loadRefs(projectId, unit, [unitId])).get(unitId);
  const loadName = async (definition: typeof block | typeof floor | typeof employee, id = '') =>
    (await loadRefs(projectId, definition, [id])).get(id)?.name ?? '–';
  const [reached, config] = await Promise.all([loadReach(ctx, doc.ownerId), handoverConfig(projectId)]);
  const owner = reached && { name: reached.name, identifier: reached.masked };
  const { receiverName, receiverIdentifier } = row;
  const receiver: Person | null = receiverName
    ? {
        name: receiverName,
        identifier: receiverIdentifier && maskOnPaper(projectId, receiverIdentifier),
      }
    : null;
  const place = {
    code: home?.code ?? '–',
    block: await loadName(block, home?.blockId),
    floor: await loadName(floor, home?.floorId),
    area: figure(ctx, home?.area),
    useArea: figure(ctx, home?.useArea),
  };
  const who = await loadName(employee, doc.employeeId ?? '');
  const warranty = edition.parts.lines
    .map(line => line.warrantyUntil ?? '')
    .toSorted()
    .at(-1);
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.entries(place).map(([name, value]) => [`unit.${name}`, value])),
    'owner.name': owner?.name ?? '–',
    'receiver.name': receiver ? receiver.name : '–',
    'employee.name': who,
    contractNumber: row.contractNumber ?? '–',
    'handover.day': localDay(edition.day),
    'handover.round': String(doc.round),
    'unit_group.name': project.name,
    'defects.count': String(edition.parts.lines.filter(({ result }) => result === 'FAIL').length),
    'warranty.until': warranty ? localDay(warranty) : '–',
    'unit_group.management': project.management ?? project.name,
    today: localDay(edition.day),
  };
  const signatureOf = ([file]: readonly string[]) => (file ? renderRaster(projectId, file) : null);
  const signedBy = (signer: 'owner' | 'employee') => {
    const held = sheet.signatures[signer];
    if (!held) return null;
    const { day, minutes } = clockAt(new Date(held.at), ctx.project.timeZone);
    return { name: held.name ?? null, at: `${clockOf(minutes)} ${localDay(day)}` };
  };
  return {
    code: doc.code ?? '',
    project: project.name,
    management: project.management ?? project.name,
    unit: place,
    owner,
    receiver,
    employee: who,
    edition,
    number: at,
    round: doc.round,
    opinion: doc.opinion || null,
    present: { name: doc.presentName ?? '–', relation: doc.presentRelation || null },
    contractNumber: row.contractNumber || null,
    text: config.minutesText ? filledIn(config.minutesText, values) : '',
    pictures: await loadPictures(projectId, edition),
    signed: { owner: signedBy('owner'), employee: signedBy('employee') },
    signatures: {
      owner: await signatureOf(doc.ownerSignature),
      employee: await signatureOf(doc.employeeSignature),
    },
  };
}
