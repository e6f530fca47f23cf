import { useAtomValue } from 'jotai';
import { Download } from 'lucide-react';
import { useCan } from '../../permissions.ts';
import { filterValues } from '../../query.ts';
import { IconButton } from '../Button.tsx';
import { useListModel } from './model.ts';
import { useExport } from './useExport.ts';
import { useListWords } from './words.ts';

/** Downloads what the list shows, all of it, in its order. */
export function ExportButton() {
  const { definition, scope, list } = useListModel();
  const { filter, sort } = useAtomValue(list.view);
  const allowed = useCan(definition.code, 'export');
  const t = useListWords();
  const { busy, save } = useExport();
  if (!allowed || !definition.flags.includes('export')) return null;
  const query = { filter: filterValues(filter), sort };
  return (
    <IconButton
      icon={Download}
      label={t('kit:list.export')}
      aria-busy={busy}
      onClick={() => save(`${definition.path}/export`, { ...scope, query })}
    />
  );
}
