import { mails, queueMail } from '@lobby/server/kit/mail/queue.ts';
import { sendDue } from '@lobby/server/kit/mail/send.ts';
import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { refusal } from '../setup/money/books.ts';
import { change } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const at = emailSuppression.path;

describe('a blocked address', () => {
  it('is blocked by hand with a reason, once, and masked', async () => {
    const { ann } = await makeSite(server.url, 'Blocked');
    const values = { email: 'An@Example.test', note: 'Asked by phone' };
    expect((await ann.post(at, { email: 'an@example.test' })).error.data?.fields?.note?.code).toBe('REQUIRED');
    const made = await ann.post<Row>(at, values);
    expect(made.data).toMatchObject({ cause: 'MANUAL', status: 'ACTIVE', count: 1 });
    expect(made.text).not.toContain('an@example');
    expect(refusal(await ann.post(at, { ...values, email: 'an@example.test' })).slice(0, 2)).toEqual([
      409,
      'SUPPRESSION_EXISTS',
    ]);
  });

  it('marks whose it is now, in their home too, until it is corrected or lifted', async () => {
    const { ann, unitId, otherUnitId } = await makeSite(server.url, 'Marked');
    const marks = async (of: string) => (await ann.get<Row[]>(`${resident.path}/mail-marks?${of}`)).data;
    const email = 'fay-marked@example.test';
    const { data: fay } = await ann.post<Row>(resident.path, { name: 'Fay', unitId, role: 'MEMBER', email });
    expect(await marks(`residentId=${fay.id}`)).toEqual([]);
    const { data: held } = await ann.post<Row>(at, { email, note: 'Asked by phone' });
    expect(held.residentIds).toEqual([fay.id]);
    const mark = { residentId: fay.id, id: held.id, cause: 'MANUAL', reason: 'OTHER' };
    expect(await marks(`residentId=${fay.id}`)).toEqual([mark]);
    expect([await marks(`unitId=${unitId}`), await marks(`unitId=${otherUnitId}`)]).toEqual([[mark], []]);
    const mended = { version: fay.version, email: 'mended-fay@example.test' };
    expect((await ann.put(`${resident.path}/${fay.id}`, mended)).status).toBe(200);
    expect(await marks(`unitId=${unitId}`)).toEqual([]);
  });

  it('after a complaint is lifted only by who confirms it', async () => {
    const { ann } = await makeSite(server.url, 'Complaint');
    const { data } = await ann.post<Row>(at, { email: 'ly@example.test', note: 'By hand' });
    await change(emailSuppression, data.id, { cause: 'COMPLAINT' });
    const lift = (input: object) => ann.put<Row>(`${at}/${data.id}/lift`, { reason: 'She called', ...input });
    expect(refusal(await lift({})).slice(0, 2)).toEqual([422, 'SUPPRESSION_COMPLAINT']);
    expect((await lift({ confirmed: true })).data).toMatchObject({ status: 'LIFTED', liftReason: 'She called' });
  });

  it('gets no mail of its project; another project’s still goes, and so do mails about the account', async () => {
    const [one, other] = [await makeSite(server.url, 'One'), await makeSite(server.url, 'Other')];
    const to = 'binh@example.test';
    const { data } = await one.ann.post<Row>(at, { email: to, note: 'By hand' });
    const ask = (projectId?: string) =>
      queueMail(
        {
          to,
          kind: 'reset',
          language: 'vi',
          sender: { name: 'L', host: null },
          values: {},
          ...(projectId && { projectId }),
        },
        // Due by any clock.
        new Date(Date.now() - 60_000),
      );
    const row = (id: string) => mails().findOne({ _id: id });
    const held = async (projectId?: string) => {
      const id = await ask(projectId);
      await sendDue();
      // The background job of the server may have processed it first.
      const over = await until(async () => {
        const found = await row(id);
        return found?.state !== 'waiting' && found;
      });
      return over.reason === 'SUPPRESSED';
    };
    expect([await held(one.id), await held(other.id), await held()]).toEqual([true, false, false]);
    await change(emailSuppression, data.id, { reason: 'NON_EXISTENT_ADDRESS' });
    expect([await held(other.id), await held()]).toEqual([false, true]);
  });
});
