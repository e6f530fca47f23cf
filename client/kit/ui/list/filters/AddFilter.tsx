import { filtersOf } from '@lobby/shared/kit/definition.ts';
import { AddChip } from '../../marks/Chip.tsx';
import { Menu } from '../../overlay/Menu.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { filterField } from './conditions.ts';
import { editorOf } from './editors.tsx';

interface AddFilterProps {
  /** Active filters, which are not offered. */
  without: readonly string[];
  onAdd: (field: string) => void;
}

/** "+ Lọc": adds a filter. */
export function AddFilter({ without, onAdd }: AddFilterProps) {
  const { definition } = useListModel();
  const t = useListWords();
  const left = filtersOf(definition).filter(
    field => !without.includes(field) && editorOf(filterField(definition, field)),
  );
  if (left.length === 0) return null;
  return (
    <Menu
      trigger={<AddChip>{t('kit:list.filter')}</AddChip>}
      sections={[
        {
          key: 'fields',
          items: left.map(field => ({ key: field, label: t(`fields.${field}`), onSelect: () => onAdd(field) })),
        },
      ]}
    />
  );
}
