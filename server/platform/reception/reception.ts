import type { Language } from '@lobby/shared/kit/languages.ts';
import {
  changedReception,
  type HouseRules,
  type ReceptionSettings,
  type RulesOf,
  receptionOf,
} from '@lobby/shared/modules/reception-settings.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { defineModuleEvent } from '../../kit/base/module-event.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import { assertWritable } from '../../kit/records/records.ts';
import { forgetProject, loadProject, type Project, projects } from '../projects/projects.ts';
import { storeSetting } from '../settings/settings.ts';

/** Earlier versions of house rules, for those who agreed to them. */
interface PastRules extends HouseRules {
  _id: string;
  projectId: string;
}
export const pastRulesCollection: Collection = { name: 'pastRules', indexes: [{ key: { projectId: 1 } }] };
const pastRules = () => db().collection<PastRules>(pastRulesCollection.name);
const pastId = (projectId: string, name: RulesOf, edition: number) => `${projectId}:${name}:${edition}`;

/** Reception settings of a project. */
export async function receptionIn(projectId: string): Promise<ReceptionSettings> {
  return receptionOf((await loadProject(projectId))?.reception);
}

/** House rules of a version; the current one by default. */
export async function rulesIn(projectId: string, name: RulesOf, edition?: number): Promise<HouseRules> {
  const current = (await receptionIn(projectId))[name];
  if (edition === undefined || edition === current.edition) return current;
  return (await pastRules().findOne({ _id: pastId(projectId, name, edition) })) ?? fail('NOT_FOUND');
}

type Given = { text?: Partial<Record<Language, string | null>>; files?: string[] };
type Change = Record<string, unknown> & Partial<Record<RulesOf, Given>>;
const RULES: readonly RulesOf[] = ['movingRules', 'worksRules'];

/** The next version of house rules; languages not given are unchanged. */
function nextRules(before: HouseRules, { text, files }: Given, now: Date): HouseRules {
  const texts = Object.entries({ ...before.text, ...text }).filter(([, words]) => words);
  return {
    text: Object.fromEntries(texts),
    files: files ?? before.files,
    edition: before.edition + 1,
    updatedAt: now.toISOString(),
  };
}

function assertWords(ctx: Ctx, { desks, ...change }: Change): void {
  assertWritable(ctx, { desks: { kind: 'lines', max: 20, of: { name: { kind: 'text', max: 40 } } } }, { desks });
  for (const name of RULES)
    for (const [language, text] of Object.entries(change[name]?.text ?? {})) {
      const at = `${name}.text.${language}`;
      assertWritable(ctx, { [at]: { kind: 'longText', max: 20_000 } }, { [at]: text });
    }
}

/** Event when desks are removed; handlers refuse if somebody still works there. */
export const desksRemoved = defineModuleEvent<[ctx: Ctx, desks: readonly string[], session: Session], void>();

/** Changes the reception settings on all servers at once, for records created from then on. */
export async function changeReception(
  ctx: Ctx,
  project: Project,
  { version, ...input }: Change & { version: number },
): Promise<Project> {
  const held = project.receptionVersion ?? 1;
  const before = receptionOf(project.reception);
  if (held !== version) fail('DATA_STALE', { current: { ...before, version: held } });
  assertWords(ctx, input);
  const change: Record<string, unknown> = { ...input };
  const fresh: string[] = [];
  for (const name of RULES) {
    const rules = input[name];
    if (!rules) continue;
    const storedFiles = [...before[name].files];
    const field = { [name]: { kind: 'files', max: 5 } } as const;
    fresh.push(...(await checkFiles(ctx, field, { [name]: rules.files }, { [name]: storedFiles })));
    change[name] = nextRules(before[name], rules, ctx.now);
  }
  const after = changedReception(before, change as Partial<ReceptionSettings>);
  const names = Object.keys(input);
  if (names.length === 0) return project;
  const only = (of: ReceptionSettings) => Object.fromEntries(names.map(name => [name, Reflect.get(of, name)]));
  const setting = { projectId: project._id, entity: 'reception', entityId: project._id, action: 'update' } as const;
  const event = { version: held + 1, actor: ctx.actor, now: ctx.now, before: only(before), after: only(after) };
  const reception = { ...project.reception, ...only(after) };
  const gone = before.desks.map(({ name }) => name).filter(name => after.desks.every(desk => desk.name !== name));
  await storeSetting({ ...setting, ...event }, async session => {
    const { matchedCount } = await projects().updateOne(
      { _id: project._id, receptionVersion: project.receptionVersion ?? { $exists: false } },
      { $set: { reception, receptionVersion: held + 1 } },
      { session },
    );
    if (matchedCount === 0) fail('DATA_STALE');
    if (gone.length > 0) for (const handler of desksRemoved.handlers) await handler(ctx, gone, session);
    await keepPast(project, before, input, session);
    await claimFiles(fresh, session);
  });
  forgetProject(project._id);
  return { ...project, reception, receptionVersion: held + 1 };
}

async function keepPast({ _id: projectId }: Project, before: ReceptionSettings, change: Change, session: Session) {
  for (const name of RULES) {
    const { edition } = before[name];
    if (!change[name] || edition === 0) continue;
    const past = { ...before[name], projectId };
    await pastRules().replaceOne({ _id: pastId(projectId, name, edition) }, past, { upsert: true, session });
  }
}
