import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '../../api.ts';
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
  const { t } = useTranslation(['kit', 'errors']);
  const say = useFieldWords(definition.name);
  const undoable = useUndo(definition);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const name = String(row[definition.title] ?? say.one);
  const remove = async () => {
    setBusy(true);
    try {
      const { data } = await request<{ version: number }>('DELETE', `${definition.path}/${row.id}`, scopeNow());
      applyRows(definition.name, [{ id: row.id, version: data.version }], { kind: 'event', removed: true });
      if (definition.undo?.remove) undoable(row, 'remove', data.version);
      else toast({ tone: 'done', title: t('detail.removed', { name }) });
      onClose();
      onRemoved();
    } catch (failure) {
      setError((failure instanceof ApiError && failure.message) || t('errors:FAIL'));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      tone="bad"
      title={t('detail.removeAsk', { name })}
      description={definition.undo?.remove ? undefined : t('detail.removeText')}
      confirm={say.action('remove')}
      busy={busy}
      error={error && <span style={{ color: 'var(--chakra-colors-bad-fg)' }}>{error}</span>}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
