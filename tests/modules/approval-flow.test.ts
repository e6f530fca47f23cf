import { formsJob } from '@lobby/server/modules/resident-form/jobs.ts';
import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import type { FormFlow } from '@lobby/shared/modules/form-flow.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl, dora, unitId } = site;
const { path } = approvalFlow;
const ACCESS = { ACCESS_MANAGEMENT: ['read', 'write', 'approve', 'updateStatus'] } as const;

type Form = Row & { flow: FormFlow };
const step = (stepName: string, approverId: string, more: object = {}) => ({
  stepName,
  approverId,
  slaHours: 1,
  ...more,
});
let names = 0;
const flow = async (steps: object[], more: object = {}): Promise<Row> => {
  return ann.create(path, { name: `Flow ${++names}`, formType: 'VISITOR', steps, ...more });
};
const active = async (steps: object[], more: object = {}) => {
  const made = await flow(steps, more);
  const done = await ann.put(`${path}/${made.id}/activate`);
  expect(done.text && done.status).toBe(200);
  return made;
};
const form = async (who: Caller = dora) =>
  (await who.post<Form>(visitor.path, { name: 'Guest', ...(who !== dora && { unitId }) })).data;
const approve = (id: string, who: Caller, input: object = {}) => who.put<Form>(`${visitor.path}/${id}/approve`, input);
const read = async (id: string) => (await ann.get<Form>(`${visitor.path}/${id}`)).data;
const waiting = async (who: Caller) => (await who.get<Row[]>(`${path}/waiting`)).data.map(({ id }) => id);
const toldTo = async (who: Caller) => (await who.get<Row[]>('/histories/pms?limit=100')).data.map(({ kind }) => kind);

afterEach(async () => {
  const { data } = await ann.get<Row[]>(`${path}?filter[status][]=ACTIVE&limit=100`);
  for (const { id } of data) await ann.put(`${path}/${id}/deactivate`);
});

describe('a flow', () => {
  it('is refused where its steps cannot be gone through', async () => {
    const post = (values: object) => ann.post(path, { name: 'Không được', formType: 'VISITOR', ...values });
    const faults: [object, number, string, string][] = [
      [{ steps: [] }, 400, 'APPROVAL_STEPS_REQUIRED', 'steps'],
      [{ steps: [step('A', ben.id), step('a', ann.id)] }, 400, 'TOO_SHORT', 'steps.0.stepName'],
      [{ steps: [step('Bước', ben.id), step('bước', ann.id)] }, 400, 'STEP_NAME_TWICE', 'steps.1.stepName'],
      [{ steps: [{ stepName: 'Bước', slaHours: 1 }] }, 400, 'APPROVER_REQUIRED', 'steps.0.approverId'],
      [{ steps: [step('Bước', carl.id)] }, 422, 'APPROVER_WITHOUT_RIGHT', 'steps.0.approverId'],
      [{ steps: [step('Bước', ben.id, { slaHours: 745 })] }, 400, 'TOO_LARGE', 'steps.0.slaHours'],
    ];
    await site.allow({ ACCESS_MANAGEMENT: ['read'] });
    for (const [values, status, code, field] of faults) {
      const refused = await post(values);
      expect([refused.status, refused.error.data?.fields?.[field]?.code]).toEqual([status, code]);
    }
    const works = await post({ formType: 'CONSTRUCTION_REGISTRATION', steps: [step('Bước', carl.id)] });
    expect(works.code).toBe('APPROVER_WITHOUT_RIGHT');
  });

  it('stands alone in force for its kind of form, and is not removed while it does', async () => {
    const first = await active([step('Lễ tân', ben.id)]);
    const other = await flow([step('Lễ tân', ben.id)]);
    const tries = await Promise.all([ann, ben].map(who => who.put(`${path}/${other.id}/activate`)));
    expect(tries.map(({ status, code }) => [status, code])).toEqual(
      Array(2).fill([409, 'APPROVAL_FLOW_ACTIVE_EXISTS']),
    );
    expect(
      (await ann.post(path, { name: first.name, formType: 'VISITOR', steps: [step('Lễ tân', ben.id)] })).code,
    ).toBe('APPROVAL_FLOW_EXISTS');
    const kept = await ann.delete(`${path}/${first.id}`);
    expect([kept.status, kept.code]).toEqual([409, 'APPROVAL_FLOW_ACTIVE']);
    await ann.put(`${path}/${first.id}/deactivate`);
    expect((await ann.delete(`${path}/${first.id}`)).status).toBe(200);
  });

  it('counts the changes of its steps, and the forms that are in it', async () => {
    const { id, version } = await active([step('Lễ tân', ben.id), step('Trưởng ban', ann.id)]);
    const made = await form();
    await ann.put(`${path}/${id}`, { version: version + 1, steps: [1, 2, 3].map(n => step(`Bước ${n}`, ben.id)) });
    expect((await ann.get(`${path}/${id}`)).data).toMatchObject({ edition: 2, openForms: 1 });
    expect((await read(made.id)).flow.steps).toHaveLength(2);
    expect((await read((await form()).id)).flow).toMatchObject({ edition: 2, count: 3 });
    await ben.put(`${visitor.path}/${made.id}/reject`, { reason: 'Không hẹn' });
    expect((await ann.get(`${path}/${id}`)).data).toMatchObject({ openForms: 1 });
  });
});

describe('a form', () => {
  it('goes through its steps one after another, by those whom each asks', async () => {
    await active([step('Lễ tân', ben.id), step('Trưởng ban', ann.id)]);
    const { id } = await form();
    expect(await waiting(ben)).toContain(id);
    expect((await ben.get(`${path}/count-badges`)).data).toHaveProperty('waiting');
    const early = await approve(id, ann);
    expect([early.status, early.code]).toEqual([422, 'NOT_YOUR_STEP']);
    const first = await approve(id, ben, { note: 'Đã gọi chủ nhà' });
    expect(first.data).toMatchObject({ status: 'WAITING', flow: { current: 1 }, stepApprovers: [ann.id] });
    expect(first.data.flow.steps[0]).toMatchObject({ status: 'APPROVED', by: ben.id, note: 'Đã gọi chủ nhà' });
    expect(await toldTo(ann)).toContain('APPROVAL_ASSIGNED');
    expect((await dora.get<Form>(`${visitor.path}/${id}`)).data.flow).toEqual({ current: 1, count: 2 });
    expect((await approve(id, ann)).data).toMatchObject({ status: 'APPROVED', flow: { current: 2 }, stepName: null });
    expect(await toldTo(dora)).toContain('VISITOR_APPROVED');
    const { data } = await ann.get<(Row & { before: Row })[]>(`${visitor.path}/${id}/activities`);
    expect(data.filter(({ action }) => action === 'approve').map(({ before }) => before.stepName)).toEqual([
      'Trưởng ban',
      'Lễ tân',
    ]);
  });

  it('is over for all when a step refuses it', async () => {
    await active([step('Lễ tân', ben.id), step('Trưởng ban', ann.id)]);
    const { id } = await form();
    const refused = await ben.put<Form>(`${visitor.path}/${id}/reject`, { reason: 'Không có hẹn' });
    expect(refused.data).toMatchObject({ status: 'REJECTED', stepApprovers: [] });
    expect(refused.data.flow.steps.map(({ status }) => status)).toEqual(['REJECTED', 'CLOSED']);
    expect(await waiting(ann)).not.toContain(id);
  });

  it('is approved by one of two who may, the other is told by whom', async () => {
    await active([step('Lễ tân', ben.id, { deputyId: ann.id }), step('Trưởng ban', ann.id)]);
    for (let n = 0; n < 25; n++) {
      const { id, version } = await form();
      const both = await Promise.all([approve(id, ann.at(second.url), { version }), approve(id, ben, { version })]);
      const codes = both.map(({ code }) => code).sort();
      expect(codes).toEqual(['STATUS_CHANGED', 'SUCCESS']);
      const { data } = await ann.get<Row[]>(`${visitor.path}/${id}/activities`);
      expect(data.filter(({ action }) => action === 'approve')).toHaveLength(1);
    }
  });

  it('is not approved by who made it, unless the flow says so', async () => {
    await active([step('Lễ tân', ben.id, { deputyId: ann.id })]);
    const made = await form(ann);
    expect(made.status).toBe('WAITING');
    expect((await approve(made.id, ann)).code).toBe('SELF_APPROVAL');
    expect((await approve(made.id, ben)).data.status).toBe('APPROVED');
    const [own] = (await ann.get<Row[]>(`${path}?filter[status][]=ACTIVE`)).data;
    await ann.put(`${path}/${own?.id}/deactivate`);
    await active([step('Lễ tân', ann.id)], { selfApproval: true });
    expect((await approve((await form(ann)).id, ann)).data.status).toBe('APPROVED');
  });

  it('is late once when the hours of its step have passed', async () => {
    await active([step('Lễ tân', ben.id)]);
    const { id } = await form();
    const late = () => toldTo(ben).then(types => types.filter(type => type === 'APPROVAL_OVERDUE').length);
    const before = await late();
    for (let n = 0; n < 2; n++) await formsJob.run(new Date(Date.now() + 61 * 60_000));
    expect(await read(id)).toMatchObject({ stepOverdue: true, flow: { steps: [{ overdue: true }] } });
    const told = await late();
    expect(told).toBeGreaterThan(before);
    await formsJob.run(new Date(Date.now() + 3 * HOUR_MS));
    expect(await late()).toBe(told);
    expect((await ben.get<Row[]>(`${path}/waiting`)).data.find(row => row.id === id)).toMatchObject({
      module: 'ACCESS_MANAGEMENT',
      overdue: true,
      stepName: 'Lễ tân',
    });
  });

  it('follows who holds the position, and says when nobody is left', async () => {
    const [place] = (await ann.get<Row[]>('/position?filter[q]=Limited')).data;
    await site.allow(ACCESS);
    await active([{ stepName: 'Lễ tân', positionId: place?.id, slaHours: 1 }]);
    const { id } = await form();
    expect((await read(id)).stepApprovers).toEqual([carl.id]);
    await site.allow({ ACCESS_MANAGEMENT: ['read'] });
    await formsJob.run(new Date());
    expect((await read(id)).stepApprovers).toEqual([]);
    await site.allow(ACCESS);
    await formsJob.run(new Date());
    expect(await waiting(carl)).toContain(id);
    expect((await approve(id, carl)).data.status).toBe('APPROVED');
  });

  it('is handed on by an administrator to somebody who may approve, and both hear of it', async () => {
    const flow = await active([step('Lễ tân', ben.id)]);
    const { id } = await form();
    const handOn = (who: Caller, employeeId: string) =>
      who.put<Form>(`${visitor.path}/${id}/hand-on`, { employeeId, reason: 'Ben đi phép' });
    await site.allow(ACCESS);
    expect((await handOn(carl, ann.id)).code).toBe('NOT_YOUR_STEP');
    await site.allow({ ACCESS_MANAGEMENT: ['read'] });
    const refused = await handOn(ann, carl.id);
    expect([refused.status, refused.error.data?.fields?.employeeId?.code]).toEqual([422, 'APPROVER_WITHOUT_RIGHT']);
    await site.allow(ACCESS);
    const handed = await handOn(ann, carl.id);
    expect(handed.data).toMatchObject({ status: 'WAITING', stepApprovers: [carl.id], flow: { current: 0 } });
    expect(await toldTo(carl)).toContain('APPROVAL_ASSIGNED');
    expect(await toldTo(ben)).toContain('APPROVAL_HANDED_ON');
    expect((await approve(id, ben)).code).toBe('NOT_YOUR_STEP');
    const progress = () => ann.get<{ steps: object[]; forms: Row[] }>(`${path}/${flow.id}/progress`);
    expect((await progress()).data).toMatchObject({
      steps: [{ stepName: 'Lễ tân', hours: null, count: 0 }],
      forms: [{ id, stepName: 'Lễ tân' }],
    });
    expect((await approve(id, carl)).data.status).toBe('APPROVED');
    expect((await progress()).data).toEqual({ steps: [{ stepName: 'Lễ tân', hours: 0, count: 1 }], forms: [] });
    const alone = await form(ann);
    await approve(alone.id, ben);
    await ann.put(`${path}/${flow.id}/deactivate`);
    const { id: free } = await form();
    const none = await ann.put(`${visitor.path}/${free}/hand-on`, { employeeId: ben.id, reason: 'Không có bước' });
    expect([none.status, none.code]).toEqual([409, 'STATUS_NOT_ALLOWED']);
  });

  it('begins again when it is changed after a step', async () => {
    const flowOfWorks = { formType: 'CONSTRUCTION_REGISTRATION' };
    await active([step('Kỹ thuật', ben.id), step('Trưởng ban', ann.id)], flowOfWorks);
    const day = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString();
    const made = await ann.post<Form>(constructionRegistration.path, {
      unitId,
      residentId: dora.id,
      workType: 'REPAIR',
      content: 'Sơn lại',
      contractorName: 'Sơn Hà',
      expectedStartAt: day(3),
      expectedEndAt: day(9),
      regulationAgreed: true,
    });
    const own = `${constructionRegistration.path}/${made.data.id}`;
    await ben.put(`${own}/approve`);
    const noted = await ann.put<Form>(own, { version: 2, managementNote: 'Gọi lại' });
    expect(noted.data.flow.current).toBe(1);
    const changed = await ann.put<Form>(own, { version: 3, content: 'Sơn và lát sàn' });
    expect(changed.data.flow).toMatchObject({ current: 0 });
    expect(changed.data.flow.steps.map(({ status }) => status)).toEqual(['WAITING', 'PENDING']);
    const cancelled = await ann.put<Form>(`${own}/cancel`, { reason: 'Hoãn' });
    expect(cancelled.data.flow.steps.map(({ status }) => status)).toEqual(['CLOSED', 'CLOSED']);
  });

  it('is refused one by one where many are approved at once', async () => {
    await active([step('Lễ tân', ben.id)]);
    const ids = [(await form()).id, (await form()).id];
    const done = await ann.put<{ refused: Row[] }>(`${visitor.path}/approve-multi`, { visitorIds: ids });
    expect(done.data.refused.map(({ code }) => code)).toEqual(['NOT_YOUR_STEP', 'NOT_YOUR_STEP']);
    const own = await ben.put<{ done: string[] }>(`${visitor.path}/approve-multi`, { visitorIds: ids });
    expect(own.data.done).toEqual(ids);
  });
});
