import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { toast } from '../../base/toast.ts';
import { request } from '../../http/api.ts';
import { applyRows } from '../../records/records.ts';
import { scopeNow } from '../../session/session.ts';
import { useFieldWords } from '../form/form-context.ts';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';
import { undoOf, useUndo } from './useUndo.ts';

interface RemoveDialogProps {
  definition: Definition;
  row: Row;
  onRemoved: () => void;
  onClose: () => void;
  /** Further information before the removal. */
  children?: ReactNode;
}

/** Confirms the removal of a record; tells what still uses it. */
export function RemoveDialog({ definition, row, onRemoved, onClose, children }: RemoveDialogProps) {
  const { t } = useTranslation('kit');
  const say = useFieldWords(definition.name);
  const takeBack = useUndo(definition);
  const isFinal = !undoOf(definition, 'remove');
  const title = say.called(definition, row);
  const name = title || say.one;
  const remove = async () => {
    const { data } = await request<{ version: number }>('DELETE', `${definition.path}/${row.id}`, scopeNow());
    applyRows(definition.name, [{ id: row.id, version: data.version }], { kind: 'event', removed: true });
    if (isFinal) toast({ tone: 'done', title: t('detail.removed', { name }) });
    else takeBack(row, 'remove', data.version);
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      open
      tone="bad"
      title={t('detail.removeAsk', { name })}
      description={isFinal ? t('detail.removeText') : undefined}
      confirm={say.button({ name: 'remove', action: { danger: true } }, say.thing(title))}
      onConfirm={remove}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
