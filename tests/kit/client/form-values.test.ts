import { service } from '@lobby/shared/modules/billing-service.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { createElement, type ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import type { TypedValues } from '../../../client/kit/ui/form/read-form.ts';
import { useFormValues } from '../../../client/kit/ui/form/useFormValues.ts';
import { readSources } from '../structure.ts';
import { renderHookIn } from './render-hook.ts';

async function read(fields: Parameters<typeof useFormValues>[0], typed: TypedValues) {
  function Form({ children }: { children: ReactNode }) {
    const form = useForm<TypedValues>({ defaultValues: typed });
    return createElement(FormProvider<TypedValues>, { ...form, children });
  }
  const hook = await renderHookIn(child => createElement(Form, null, child), useFormValues, fields);
  return hook.at;
}

it('form values are read as the server takes them, however they are written', async () => {
  const { firstDay } = service.fields;
  const { lines, warehouseId } = stockDocument.fields;
  const month = { kind: 'month' } as const;
  expect(await read({ month, firstDay }, { month: '11/2026', firstDay: ' 5 ' })).toEqual({
    month: '2026-11',
    firstDay: 5,
  });
  expect(await read({ month, warehouseId }, { month: '11/20', warehouseId: '' })).toEqual({
    month: null,
    warehouseId: null,
  });
  const typed = [{ supplyId: 'a', quantity: '1.500' }];
  expect((await read({ lines }, { lines: typed })).lines).toMatchObject([{ supplyId: 'a', quantity: 1500 }]);
});

const SCREENS = readSources(['client/{app,modules,shell}/**/*.{ts,tsx}']);
const screensWith = (...patterns: RegExp[]) =>
  [...SCREENS].filter(([, text]) => patterns.every(pattern => pattern.test(text))).map(([path]) => path);

it('screens send the server values that were read, never the text of an input', () => {
  const watching = screensWith(
    /\buseWatch[<(]|\.watch\(/,
    /\b(useQuery|useAsked|useRows|useDetail|useOptions|request)[<(]/,
  );
  expect(watching.length).toBeGreaterThan(3);
  expect(watching.filter(path => !/\bread(Form|Value)\(/.test(SCREENS.get(path) ?? ''))).toEqual([]);
});

it('inputs of days and months work in every browser', () =>
  expect(screensWith(/type="(month|date|datetime-local)"/)).toEqual([]));

it('screens set no form value by a cast past the compiler', () => expect(screensWith(/\bas never\b/)).toEqual([]));

it('a screen’s styles match no part of an input', () => {
  // Each part of an input has these attributes.
  const all = readSources(['client/**/*.{ts,tsx}']);
  const caught = [...all].filter(([, text]) => /'&[^']*\[data-(part|scope)\]/.test(text)).map(([path]) => path);
  expect(caught).toEqual([]);
});
