import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { request } from '../../api.ts';
import type { Row } from '../../matches.ts';
import { applyRows } from '../../records.ts';
import { scopeNow } from '../../session.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { useFieldWords } from '../form/place.ts';
import { toast } from '../toast.ts';
import { useUndo } from './useUndo.ts';

interface RemoveDialogProps {
  definition: Definition;
  row: Row;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before a record is removed; one that is still in use says by what. */
export function RemoveDialog({ definition, row, onRemoved, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('kit');
  const say = useFieldWords(definition.name);
  const undoable = useUndo(definition);
  const name = String(row[definition.title] ?? say.one);
  const remove = async () => {
    const { data } = await request<{ version: number }>('DELETE', `${definition.path}/${row.id}`, scopeNow());
    applyRows(definition.name, [{ id: row.id, version: data.version }], { kind: 'event', removed: true });
    if (definition.undo?.remove) undoable(row, 'remove', data.version);
    else toast({ tone: 'done', title: t('detail.removed', { name }) });
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      open
      tone="bad"
      title={t('detail.removeAsk', { name })}
      description={definition.undo?.remove ? undefined : t('detail.removeText')}
      confirm={say.action('remove')}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
