import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import { report } from '@lobby/shared/modules/report.ts';
import { type LeftOutBy, reportSchedule } from '@lobby/shared/modules/report-schedule.ts';
import { can } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import type { Fact } from '../../kit/mail/compose.ts';
import type { Attached } from '../../kit/mail/deliver.ts';
import type { MailKind } from '../../kit/mail/send.ts';
import { dayWords } from '../../kit/sheets/cell.ts';
import { records } from '../../kit/store/records.ts';
import { unsubscribeLinks } from '../../platform/accounts/unsubscribe.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import { type Format, loadBytes, readReport, typeOf } from '../report/index.ts';
import { readerNow } from './recipients.ts';
import { note, sendings } from './runs.ts';

/** Maximum size of attachments; larger reports are sent as a link. */
const MOST_BYTES = UPLOAD_LIMIT.together;
const MOST_FACTS = 6;
const FORMATS: Readonly<Record<string, readonly Format[]>> = {
  XLSX: ['xlsx'],
  PDF: ['pdf'],
  BOTH: ['xlsx', 'pdf'],
  LINK: [],
};
const WHY: Readonly<Record<string, LeftOutBy>> = {
  EMPLOYEE_NOT_HAVE_PERMISSION: 'NO_RIGHT',
  NOT_FOUND: 'GONE',
  REPORT_TOO_LARGE: 'TOO_LARGE',
};

/** Report mail: the reports as its recipient may read them when it is sent. */
const reportMail: MailKind = async ({ values, base }) => {
  const { projectId = '', runId = '', employeeId = '' } = values;
  const run = await sendings().findOne({ _id: runId, projectId });
  const part = run?.parts.find(recipient => recipient.employeeId === employeeId);
  const schedule = run && (await records(reportSchedule).withRemoved().get({ projectId }, run.scheduleId));
  const project = await loadProject(projectId);
  if (!run || !part || !schedule || !project) return null;
  const leave = async (reason: LeftOutBy) => {
    await note(run, employeeId, { state: 'LEFT_OUT', reason });
    return null;
  };
  if (schedule.deletedAt) return leave('GONE');
  const reader = await readerNow(projectId, employeeId, clockNow());
  if (!reader) return leave('NOT_WORKING');
  const { ctx, user } = reader;
  if (user.mailOff?.includes('report')) return leave('TURNED_OFF');
  if (!can(ctx, report.code, 'read') || !can(ctx, report.code, 'export')) return leave('NO_RIGHT');
  try {
    const what = schedule.what.map(({ reportId }) => reportId);
    const results = [];
    for (const id of what) results.push(await readReport(ctx, id, run.period ?? {}));
    const rows = results.reduce((sum, { count }) => sum + count, 0);
    if (rows === 0 && schedule.onlyIfRows) {
      await note(run, employeeId, { state: 'EMPTY', rows });
      return null;
    }
    const files: Attached[] = [];
    for (const result of results)
      for (const format of FORMATS[schedule.format] ?? []) {
        const bytes = await loadBytes(ctx, result, format);
        files.push({ name: `${result.name}.${format}`, type: typeOf(format), content: bytes.toString('base64') });
      }
    const size = files.reduce((sum, { content }) => sum + (content.length * 3) / 4, 0);
    const facts: Fact[] = results.flatMap(({ totalHeads, totals }) =>
      totalHeads.map(({ label }, n) => ({ name: label, value: String(totals[n] ?? '') })),
    );
    await note(run, employeeId, { state: 'SENT', rows });
    const query = run.period ? `?from=${run.period.from}&to=${run.period.to}` : '';
    return {
      values: {
        project: project.name,
        name: schedule.name,
        note: schedule.note ?? '',
        period: run.period ? `${dayWords(run.period.from)} – ${dayWords(run.period.to)}` : dayWords(run.day),
      },
      link: `${base}/projects/${projectId}/report/${what[0]}${query}`,
      facts: facts.slice(0, MOST_FACTS),
      files: size > MOST_BYTES ? [] : files,
      unsubscribe: unsubscribeLinks(base, user, 'report'),
    };
  } catch (error) {
    const why = error instanceof Refusal ? WHY[error.code] : undefined;
    if (!why) throw error;
    return leave(why);
  }
};

export const scheduleMails = { reportSchedule: reportMail };
