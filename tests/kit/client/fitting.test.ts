import { deposit } from '@lobby/shared/modules/deposit.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { createElement, type ReactNode } from 'react';
import { FormProvider, useController, useForm, useFormContext } from 'react-hook-form';
import { expect, it } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { provideDefinitions } from '../../../client/kit/records/definitions.ts';
import { scopeAtom, sessionAtom } from '../../../client/kit/session/session.ts';
import { useWorkerLoad } from '../../../client/kit/ui/form/inputs/choices/ref-options.ts';
import type { TypedValues } from '../../../client/kit/ui/form/read-form.ts';
import { useFitting } from '../../../client/kit/ui/form/useFitting.ts';
import { type HeldRequest, holdAnswers } from './held-answers.ts';
import { renderHook, renderHookIn, settle } from './render-hook.ts';

provideDefinitions([fund]);
const TILL = { id: 'till', name: 'Till', code: 'TM', kind: 'CASH', active: 'true' };
const BANK = { id: 'bank', name: 'Bank', code: 'NH', kind: 'BANK', active: 'true' };

/** Deposit form with a given initial fund. */
async function formOf(begin: TypedValues, begins = true) {
  const held = holdAnswers();
  function Form({ children }: { children: ReactNode }) {
    const form = useForm<TypedValues>({ defaultValues: begin });
    return createElement(FormProvider<TypedValues>, { ...form, children });
  }
  function useFund() {
    const form = useFormContext<TypedValues>();
    const { value } = useController<TypedValues>({ name: 'fundId' }).field;
    const wanted = useFitting('fundId', deposit.fields.fundId, value, begins);
    return { form, value, wanted };
  }
  const hook = await renderHookIn(child => createElement(Form, null, child), useFund);
  return { held, hook };
}
const asked = (held: readonly HeldRequest[]) => held.map(one => one.query.get('filter[kind][]'));

it('a select begins with the first option that fits, and follows the field that decides', async () => {
  const { held, hook } = await formOf({ method: 'CASH', fundId: '' });
  expect(asked(held)).toEqual(['CASH']);
  held[0]?.answer([TILL]);
  await settle();
  expect(hook.at.value).toBe('till');
  // Nothing was typed, so leaving needs no confirmation.
  expect(hook.at.form.formState.isDirty).toBe(false);
  hook.at.form.setValue('method', 'TRANSFER', { shouldDirty: true });
  while (asked(held).at(-1) !== 'BANK') await settle();
  held.at(-1)?.answer([BANK]);
  while (hook.at.value === '') await settle();
  expect([hook.at.value, hook.at.wanted]).toEqual(['bank', { kind: 'BANK' }]);
});

it('a select stays empty once it was emptied, and while the deciding field is empty', async () => {
  const { held, hook } = await formOf({ method: 'CASH', fundId: '' });
  held[0]?.answer([TILL]);
  await settle();
  hook.at.form.setValue('fundId', '');
  await settle();
  expect([hook.at.value, held.length]).toEqual(['', 1]);
  const open = await formOf({ method: '', fundId: '' });
  expect(open.held).toHaveLength(0);
  const optional = await formOf({ method: 'CASH', fundId: '' }, false);
  expect(optional.held).toHaveLength(0);
});

it('offer oneself first for work, and say department, position and load of each', async () => {
  store.set(scopeAtom, { projectId: 'p1' });
  const user = { id: 'u1', name: 'Ann', email: null };
  const employees = [{ employeeId: 'ann', projectId: 'p1', projectName: 'Hoa Sen', positions: [] }];
  store.set(sessionAtom, { state: 'in', me: { user, employees, units: [] } });
  const held = holdAnswers();
  const hook = await renderHook(useWorkerLoad, 'HELP_DESK');
  const found = hook.at('', new AbortController().signal);
  expect([held[0]?.path, held[0]?.query.get('roomType')]).toEqual(['/unit-group/p1/room-members', 'HELP_DESK']);
  const of = (id: string, load: number) => ({
    id,
    name: id,
    positions: ['Chief'],
    department: 'Office',
    onShift: null,
    load,
  });
  held[0]?.answer([of('ben', 3), of('ann', 0)]);
  const options = await found;
  expect(options.map(({ value }) => value)).toEqual(['ann', 'ben']);
  for (const { note } of options) expect(note).toMatch(/^Office · Chief · /);
  store.set(sessionAtom, { state: 'restoring' });
});
