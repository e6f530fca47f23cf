import { useAtomValue } from 'jotai';
import { Download, FileLock } from 'lucide-react';
import { useState } from 'react';
import { filterValues } from '../../../http/query.ts';
import { useCan } from '../../../session/permissions.ts';
import { IconButton } from '../../controls/Button.tsx';
import { useCommand } from '../../keyboard/commands.ts';
import { ConfirmDialog } from '../../overlay/ConfirmDialog.tsx';
import { Menu } from '../../overlay/Menu.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { useExport } from './useExport.ts';

/**
 * Downloads the list in its order, all rows or the selected ones. Personal values are masked, unless the reader may export
 * them and asks for it.
 */
export function ExportButton({ ids }: { ids?: readonly string[] }) {
  const { definition, scope, list } = useListModel();
  const { filter, sort, total } = useAtomValue(list.view);
  const mayMasked = useCan(definition.code, 'export') && definition.flags.includes('export');
  const mayPlain = useCan(definition.code, 'exportEncrypted') && definition.flags.includes('exportEncrypted');
  const [asking, setAsking] = useState(false);
  const t = useListWords();
  const { busy, save } = useExport();
  const query = { filter: filterValues(filter), sort };
  const file = `${definition.path}/export`;
  const masked = () =>
    void (ids ? save(file, { ...scope, body: { ...query, ids } }, 'PUT') : save(file, { ...scope, query }));
  const plain = () => {
    setAsking(false);
    save(`${definition.path}/export-encrypted`, { ...scope, body: { ...query, ids } }, 'PUT');
  };
  // Selected rows are exported by their bar; the palette command exports the whole list.
  const offers = ids ? null : mayMasked ? masked : mayPlain ? () => setAsking(true) : null;
  useCommand(
    offers && { key: 'export', label: `${t('kit:list.export')}: ${t('plural')}`, icon: Download, run: offers },
  );
  if (!mayMasked && !mayPlain) return null;
  const button = { icon: Download, label: t('kit:list.export'), 'aria-busy': busy } as const;
  if (!mayPlain) return <IconButton {...button} onClick={masked} />;
  const items = [
    ...(mayMasked
      ? [{ key: 'masked', icon: Download, label: t('kit:list.export'), note: t('kit:reveal.masked'), onSelect: masked }]
      : []),
    { key: 'plain', icon: FileLock, label: t('kit:reveal.file'), onSelect: () => setAsking(true) },
  ];
  return (
    <>
      <Menu
        placement="bottom-end"
        tooltip={button.label}
        trigger={<IconButton {...button} />}
        sections={[{ key: 'files', items }]}
      />
      <ConfirmDialog
        open={asking}
        title={t('kit:reveal.fileAsk', { things: t(['count', 'kit:count'], { count: ids?.length ?? total ?? 0 }) })}
        description={t('kit:reveal.fileText')}
        confirm={t('kit:reveal.file')}
        onConfirm={plain}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
