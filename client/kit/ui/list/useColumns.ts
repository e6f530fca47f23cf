import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { columnsOf } from './columns.ts';
import { useLayout } from './views/useLayout.ts';

/** What a module knows better of its columns than their kinds do. */
export interface UsualColumns {
  /** Field -> px. */
  widths?: Readonly<Record<string, number>>;
  /** Not shown until the reader asks for them. */
  hidden?: readonly string[];
}

/** The columns of a list as the reader has laid them out; remembered. */
export function useColumns(definition: Definition, usual: UsualColumns) {
  const [choice, setChoice] = useLayout(definition);
  const { t } = useTranslation(definition.name);
  const columns = useMemo(
    () => columnsOf(definition, choice, usual, field => t(`fields.${field}`)),
    [definition, choice, usual, t],
  );
  return { columns, choice, setChoice };
}
