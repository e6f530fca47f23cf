import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { template } from '@lobby/shared/modules/template.ts';
import type { RevisionRow } from '../modules/template/index.ts';
import { BUILT_IN, type BuiltIn } from '../modules/template/index.ts';
import { idsOf, recordOf } from './documents.ts';
import { papersOfSite } from './report-templates.ts';
import type { Site } from './sites.ts';

const AUTHOR = 'Đỗ Thị Ngân';

/** Edits by the accountant, oldest first, as [current, previous] wording. */
const CHANGED: readonly (Pick<BuiltIn, 'purpose' | 'channel' | 'language'> & { was: readonly [string, string][] })[] = [
  {
    purpose: 'NORMAL',
    channel: 'EMAIL',
    language: 'vi',
    was: [
      ['Kính gửi', 'Kính chào'],
      ['trân trọng thông báo', 'gửi'],
      ['gửi thông báo phí', 'báo phí'],
    ],
  },
  { purpose: 'REMIND_DEBT_3', channel: 'SMS', language: 'vi', was: [['nhắc lần cuối', 'nhắc lần 3']] },
];

/** All revisions of a template, oldest first; the last one is current. */
function historyOf(builtIn: BuiltIn): BuiltIn[] {
  const changes = CHANGED.find(of =>
    (['purpose', 'channel', 'language'] as const).every(name => of[name] === builtIn[name]),
  );
  const history = [builtIn];
  for (const [now, before] of (changes?.was ?? []).toReversed()) {
    const [newer = builtIn] = history;
    const swapped = (words: string | null) => words?.replace(now, before) ?? null;
    history.unshift({ ...newer, body: swapped(newer.body), text: swapped(newer.text) });
  }
  return history;
}

/** Message templates of a project with their revisions. */
export function templatesOf(site: Site, now: Date) {
  const [id, revisionId] = [idsOf('template', site.key), idsOf('template-revision', site.key)];
  const at = new Date(now.getTime() - 120 * DAY_MS);
  const all = BUILT_IN.map((builtIn, n) => ({ id: id(n), builtIn, history: historyOf(builtIn) }));
  const templates = all.map(({ id: templateId, builtIn, history }) =>
    recordOf(template, site.id, templateId, at, {
      ...builtIn,
      language: builtIn.language as (typeof LANGUAGES)[number],
      accents: 'FOLD',
      active: true,
      revision: history.length,
    }),
  );
  const revisions: RevisionRow[] = all
    .flatMap(({ id: templateId, history }) => history.map((words, n) => ({ templateId, words, n })))
    .map(({ templateId, words: { subject, body, text }, n }, row) => ({
      _id: revisionId(row),
      projectId: site.id,
      templateId,
      revision: n + 1,
      subject,
      body,
      text,
      at: new Date(at.getTime() + n * 20 * DAY_MS),
      by: AUTHOR,
    }));
  return { templates, revisions, ...papersOfSite(site, at) };
}
