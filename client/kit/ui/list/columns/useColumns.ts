import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lateWord } from '../../marks/Status.tsx';
import { useLayout } from '../views/useLayout.ts';
import { columnsOf, type UsualColumns } from './columns.ts';

/** Columns of a list as the reader arranged them; stored. */
export function useColumns(definition: Definition, usual: UsualColumns) {
  const [choice, setChoice] = useLayout(definition);
  const { t } = useTranslation([definition.name, 'kit']);
  const columns = useMemo(
    () =>
      columnsOf(definition, choice, usual, {
        head: field => t(`fields.${field}`),
        value: (field, value) => t(field === 'status' ? `statuses.${value}` : `options.${field}.${value}`),
        late: status => lateWord(t('kit:money.late'), t(`statuses.${status}`)),
      }),
    [definition, choice, usual, t],
  );
  return { columns, choice, setChoice };
}
