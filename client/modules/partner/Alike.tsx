import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { useDeferredValue } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRows } from '../../kit/live/useRows.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { styleClass } from '../../theme/classes.ts';

const alikeClass = styleClass({
  display: 'block',
  px: '3',
  py: '2',
  borderRadius: 'md',
  bg: 'waiting.subtle',
  color: 'waiting.fg',
  textStyle: 'sm',
  '&:empty': { display: 'none' },
});
const ASKED = {
  name: partner.fields.name,
  taxCode: partner.fields.taxCode,
  phone: partner.fields.phone,
  email: partner.fields.email,
};
const FEWEST = 4;
const MOST = 3;

/** Partners that match the text of a field. */
function useFound(value: unknown): readonly ListedOf<typeof partner>[] {
  const typed = useDeferredValue(String(value ?? ''));
  const isLong = typed.length >= FEWEST;
  const { data } = useRows(isLong && partner, { filter: { q: typed }, limit: MOST, delay: 300 });
  return isLong ? (data ?? []) : [];
}

/** Warns of existing partners with the entered name, tax code, phone or e-mail. */
export function Alike() {
  const { t } = useTranslation('partner');
  const { formState } = useFormContext<TypedValues>();
  const name = formState.defaultValues?.name;
  const typed = useFormValues(ASKED);
  const matches = [useFound(typed.name), useFound(typed.taxCode), useFound(typed.phone), useFound(typed.email)].flat();
  const others = new Set(matches.filter(row => row.name !== name).map(row => `${row.name} (${row.code})`));
  return <output className={alikeClass()}>{others.size > 0 && `${t('alike')} ${[...others].join(', ')}`}</output>;
}
