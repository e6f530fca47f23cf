import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { useEffect } from 'react';
import { useController } from 'react-hook-form';
import { expect, it } from 'vitest';
import { ApiError } from '../../../client/kit/http/api.ts';
import { useFieldsForm } from '../../../client/kit/ui/form/useFieldsForm.ts';
import { renderHook, settle } from './render-hook.ts';

const FIELDS: Fields = { name: { kind: 'text', max: 50, required: true }, floor: { kind: 'integer', min: 0, max: 9 } };
const render = (check?: Definition['check']) =>
  renderHook(() => {
    const { form, ...rest } = useFieldsForm(FIELDS, { name: 'A', floor: 2 }, 'create', {
      errors: 'onSubmit',
      ...(check && { check }),
    });
    return { ...rest, form, errors: form.formState.errors };
  });
const send = async ({ at: { form } }: { at: Pick<Awaited<ReturnType<typeof render>>['at'], 'form'> }) => {
  let sent: object | null = null;
  await form.handleSubmit(values => {
    sent = values;
  })();
  await settle();
  return sent;
};

it('sends the values that were read', async () => {
  const hook = await render();
  hook.at.form.setValue('floor', ' 7 ');
  expect(await send(hook)).toEqual({ name: 'A', floor: 7 });
});

it('puts each error at its input and keeps what was typed', async () => {
  const hook = await render();
  hook.at.form.setValue('name', '');
  hook.at.form.setValue('floor', 'x7');
  expect(await send(hook)).toBeNull();
  expect(hook.at.errors).toMatchObject({ name: { type: 'REQUIRED' }, floor: {} });
  expect(hook.at.form.getValues()).toEqual({ name: '', floor: 'x7' });
});

it('asks the rules between fields', async () => {
  const hook = await render(({ floor }): FieldErrors => (floor === 2 ? { name: { code: 'TAKEN' } } : {}));
  expect(await send(hook)).toBeNull();
  expect(hook.at.errors).toMatchObject({ name: { type: 'TAKEN' } });
});

it('tells of a time that is over in one round with what does not fit between the fields', async () => {
  const fields: Fields = {
    at: { kind: 'instant', ahead: 'TAKEN', required: true },
    floor: { kind: 'integer', max: 9 },
  };
  const hook = await renderHook(() => {
    const { form } = useFieldsForm(fields, { at: '2020-01-01T00:00:00.000Z', floor: 2 }, 'create', {
      errors: 'onSubmit',
      check: ({ floor }): FieldErrors => (floor === 2 ? { floor: { code: 'INVALID' } } : {}),
    });
    return { form, errors: form.formState.errors };
  });
  expect(await send(hook)).toBeNull();
  expect(hook.at.errors).toMatchObject({ at: { type: 'TAKEN' }, floor: { type: 'INVALID' } });
});

it('begins a month that says so with this one', async () => {
  const fields: Fields = { month: { kind: 'month', begins: 'today' } };
  const hook = await renderHook(() => useFieldsForm(fields, {}, 'create', { errors: 'onSubmit' }));
  expect(hook.at.form.getValues()).toEqual({ month: '11/2026' });
});

it('puts what the server refused at the inputs, and tells of what has none', async () => {
  const hook = await render();
  const fields = { 'name.0': { code: 'TAKEN' }, other: { code: 'INVALID' } };
  expect(hook.at.showRefusal(new ApiError(422, 'INVALID', 'no', { fields }, ''))).toEqual({ shown: 1, others: 1 });
  await settle();
  expect(hook.at.errors).toMatchObject({ name: { type: 'TAKEN' } });
  expect(hook.at.errors).not.toHaveProperty('other');
});

it('goes to the first fault, its own or of a refusal', async () => {
  const gone: string[] = [];
  const hook = await renderHook(() => {
    const { form, showRefusal } = useFieldsForm(FIELDS, { name: '', floor: 2 }, 'create', { errors: 'onSubmit' });
    const [name, floor] = [
      useController({ name: 'name', control: form.control }),
      useController({ name: 'floor', control: form.control }),
    ];
    useEffect(() => {
      name.field.ref({ focus: () => gone.push('name') });
      floor.field.ref({ focus: () => gone.push('floor') });
    });
    return { form, showRefusal };
  });
  expect(await send(hook)).toBeNull();
  expect([...new Set(gone)]).toEqual(['name']);
  hook.at.showRefusal(new ApiError(422, 'INVALID', 'no', { fields: { floor: { code: 'TAKEN' } } }, ''));
  await settle();
  expect([...new Set(gone)]).toEqual(['name', 'floor']);
});

it('knows which line each fault is in, in words that tell it too', async () => {
  const lines: Fields = {
    options: { kind: 'lines', max: 9, required: true, of: { text: { kind: 'text', max: 50, required: true } } },
  };
  const hook = await renderHook(() => {
    const { form, showRefusal } = useFieldsForm(lines, { options: [{ text: 'Yes' }, {}] }, 'create', {
      errors: 'onSubmit',
    });
    return { form, showRefusal, errors: form.formState.errors };
  });
  expect(await send(hook)).toBeNull();
  expect(Object.keys(hook.at.errors.options?.types ?? {})).toEqual(['options.1.text']);
  const fields = { 'options.0.text': { code: 'TAKEN' }, 'options.1.text': { code: 'INVALID' } };
  expect(hook.at.showRefusal(new ApiError(422, 'INVALID', 'no', { fields }, ''))).toEqual({ shown: 2, others: 0 });
  await settle();
  expect(Object.keys(hook.at.errors.options?.types ?? {})).toEqual(['options.0.text', 'options.1.text']);
});

it('begins again with other values', async () => {
  const hook = await render();
  hook.at.form.setValue('name', 'typed');
  hook.at.reset({ name: 'B' });
  expect(await send(hook)).toEqual({ name: 'B' });
});
