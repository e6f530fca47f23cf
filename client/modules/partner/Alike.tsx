import { type PartnerRow, partner } from '@lobby/shared/modules/partner.ts';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
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
const FEWEST = 4;
const MOST = 3;

/** Partners that are there already by what is typed: their name, tax code, phone or e-mail. */
export function Alike() {
  const { t } = useTranslation('partner');
  const [name = '', ...typed] = useWatch<TypedValues>({ name: ['name', 'taxCode', 'phone', 'email'] }).map(String);
  const asked = useDeferredValue([...typed, name].find(one => one.trim().length >= FEWEST)?.trim() ?? '');
  const { data } = useQuery<PartnerRow[]>(asked ? partner.path : null, {
    query: { filter: { q: asked }, limit: MOST },
    delay: 300,
  });
  const found = asked ? (data ?? []) : [];
  return (
    <output className={alikeClass()}>
      {found.length > 0 && `${t('alike')} ${found.map(one => `${one.name} (${one.code})`).join(', ')}`}
    </output>
  );
}
