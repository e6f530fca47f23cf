import { folder } from '@lobby/shared/modules/folder.ts';
import { useTranslation } from 'react-i18next';
import { actOnMany } from '../../kit/acts/acts.ts';
import { toast } from '../../kit/base/toast.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { RemoveDialog } from '../../kit/ui/actions/RemoveDialog.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { above, type Node } from '../../kit/ui/tree/tree.ts';

interface RemoveFolderProps {
  node: Node;
  nodes: readonly Node[];
  onRemoved: () => void;
  onClose: () => void;
}

/** Confirms removing a folder. Subfolders are removed too, deepest first; non-empty ones stay and are counted. */
export function RemoveFolder({ node, nodes, onRemoved, onClose }: RemoveFolderProps) {
  const { t } = useTranslation(['folder', 'kit']);
  const depth = new Map(nodes.map(({ id }) => [id, above(nodes, id)]));
  const below = nodes.filter(({ id }) => depth.get(id)?.includes(node.id));
  if (below.length === 0)
    return <RemoveDialog definition={folder} row={{ ...node }} onRemoved={onRemoved} onClose={onClose} />;
  const remove = async () => {
    const lowestFirst = [node, ...below].sort(
      (a, b) => (depth.get(b.id)?.length ?? 0) - (depth.get(a.id)?.length ?? 0),
    );
    const { done, refused } = await actOnMany(folder, scopeNow(), 'remove', { ids: lowestFirst.map(({ id }) => id) });
    const [first] = refused;
    const counts = { done: t('count', { count: done }), refused: t('count', { count: refused.length }) };
    if (first) void toastRefusal(first, { title: t('kit:bulk.removed', counts) });
    else toast({ tone: 'done', title: t('tree.removed', { count: done }) });
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      open
      tone="bad"
      title={t('kit:detail.removeAsk', { name: node.name })}
      description={t('tree.removeBelow', { count: below.length })}
      confirm={t('actions.remove')}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
