import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useListModel } from './model.ts';

/** Words of the list's module, then of the kit (`kit:list.search`) and of `around`. */
export function useListWords(): TFunction {
  const { definition } = useListModel();
  const { t } = useTranslation([definition.name, 'kit', 'around']);
  return t;
}
