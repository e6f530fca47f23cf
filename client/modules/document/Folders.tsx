import { chakra } from '@chakra-ui/react';
import { folder } from '@lobby/shared/modules/folder.ts';
import { Ellipsis, Files, FolderInput, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { request } from '../../kit/http/api.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { Menu } from '../../kit/ui/overlay/Menu.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { useLanding } from '../../kit/ui/tree/drag-and-drop.ts';
import { Tree } from '../../kit/ui/tree/Tree.tsx';
import { above, branchesOf, type Node } from '../../kit/ui/tree/tree.ts';
import { useFolds } from '../../kit/ui/tree/useFolds.ts';
import { useTree } from '../../kit/ui/tree/useTree.ts';
import { styleClass } from '../../theme/classes.ts';
import { RemoveFolder } from './RemoveFolder.tsx';

const allClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: 'none',
  w: 'auto',
  mx: '2',
  minH: { base: '12', md: '9' },
  ps: '2',
  pe: '3',
  borderRadius: 'sm',
  textAlign: 'start',
  fontWeight: 'medium',
  '&:not([aria-current]):hover': { bg: 'bg.subtle' },
  '&[aria-current]': { bg: 'bg.emphasized' },
  '&[data-over]': { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '-2px', bg: 'accent.subtle' },
  '& > svg': { w: '4', h: '4', color: 'fg.muted' },
});

const row = (node: Node): Row => ({ ...node });

type FolderDialog = { kind: 'new'; parentId: string | null } | { kind: 'rename' | 'move' | 'remove'; node: Node };

const FIELDS = { new: ['name', 'parentId'], rename: ['name'], move: ['parentId'] } as const;

interface FoldersProps {
  open: string | null;
  onOpen: (id: string | null) => void;
  /** Receives files dropped on a folder. */
  onFiles?: ((files: readonly File[], into: string) => void) | undefined;
}

/** Folder tree with acts to create, rename, move and remove; the open folder has a menu. */
export function Folders({ open, onOpen, onFiles }: FoldersProps) {
  const { t } = useTranslation('folder');
  const { data: nodes, error, again } = useTree(folder);
  const [closed, fold] = useFolds();
  const [dialog, setDialog] = useState<FolderDialog | null>(null);
  const mayWrite = useCan(folder.code, 'write');
  const mayRemove = useCan(folder.code, 'delete');
  const lines = useMemo(() => branchesOf(nodes ?? [], closed), [nodes, closed]);
  // Unfolds the parents of a folder opened by address.
  const shownFor = useRef<string | null>(null);
  useEffect(() => {
    if (!open || !nodes || shownFor.current === open) return;
    shownFor.current = open;
    fold(above(nodes, open), false);
  }, [open, nodes, fold]);
  const move = async (id: string, parentId: string | null) => {
    const node = nodes?.find(item => item.id === id);
    if (!node || node.parentId === parentId) return;
    try {
      await request('PUT', `${folder.path}/${id}`, { ...scopeNow(), body: { version: node.version, parentId } });
      if (parentId) fold([parentId], false);
      void again();
    } catch (error) {
      void toastRefusal(error, { title: t('tree.notMoved') });
    }
  };
  const top = useLanding('', { takes: () => mayWrite, onMove: id => void move(id, null) });
  const menu = (node: Node) => (
    <chakra.span ms="auto" onClick={event => event.stopPropagation()}>
      <Menu
        placement="bottom-end"
        trigger={<IconButton icon={Ellipsis} size="sm" label={t('tree.acts', { name: node.name })} />}
        sections={[
          {
            key: 'write',
            items: mayWrite
              ? [
                  {
                    key: 'below',
                    label: t('tree.below'),
                    icon: FolderPlus,
                    onSelect: () => setDialog({ kind: 'new', parentId: node.id }),
                  },
                  {
                    key: 'rename',
                    label: t('tree.rename'),
                    icon: Pencil,
                    onSelect: () => setDialog({ kind: 'rename', node }),
                  },
                  {
                    key: 'move',
                    label: t('tree.move'),
                    icon: FolderInput,
                    onSelect: () => setDialog({ kind: 'move', node }),
                  },
                ]
              : [],
          },
          {
            key: 'remove',
            items: mayRemove
              ? [
                  {
                    key: 'remove',
                    label: `${t('actions.remove')}…`,
                    icon: Trash2,
                    tone: 'bad',
                    onSelect: () => setDialog({ kind: 'remove', node }),
                  },
                ]
              : [],
          },
        ]}
      />
    </chakra.span>
  );
  return (
    <>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" flex="none" h="13" ps="4" pe="2">
        <chakra.h2 textStyle="sm" fontWeight="semibold">
          {t('plural')}
        </chakra.h2>
        {mayWrite && (
          <IconButton
            icon={FolderPlus}
            size="sm"
            label={t('actions.create')}
            onClick={() => setDialog({ kind: 'new', parentId: open })}
          />
        )}
      </chakra.div>
      <button
        type="button"
        className={allClass()}
        aria-current={open === null || undefined}
        {...top}
        onClick={() => onOpen(null)}
      >
        <Files aria-hidden />
        {t('tree.all')}
      </button>
      {error && !nodes ? (
        <ErrorState title={t('tree.failed')} onRetry={() => void again()} />
      ) : !nodes ? (
        <SkeletonRows folded />
      ) : nodes.length === 0 ? (
        <chakra.p px="4" py="3" color="fg.muted">
          {t('empty.text')}
        </chakra.p>
      ) : (
        <Tree
          label={t('plural')}
          lines={lines}
          open={open}
          onOpen={onOpen}
          onFold={fold}
          note={({ count }) => count > 0 && <small>{count}</small>}
          tools={mayWrite || mayRemove ? menu : undefined}
          onMove={mayWrite ? (id, into) => void move(id, into) : undefined}
          onFiles={onFiles}
        />
      )}
      {dialog?.kind === 'remove' ? (
        <RemoveFolder
          node={dialog.node}
          nodes={nodes ?? []}
          onRemoved={() => {
            onOpen(dialog.node.parentId);
            void again();
          }}
          onClose={() => setDialog(null)}
        />
      ) : (
        dialog && (
          <FormDialog
            open
            key={dialog.kind}
            definition={folder}
            fields={FIELDS[dialog.kind]}
            form={`folder-${dialog.kind}`}
            {...(dialog.kind === 'new'
              ? { defaults: { parentId: dialog.parentId } }
              : { doc: row(dialog.node), title: t(`tree.${dialog.kind}Title`, { name: dialog.node.name }) })}
            onSaved={({ id, parentId }) => {
              setDialog(null);
              void again();
              if (typeof parentId === 'string') fold([parentId, ...above(nodes ?? [], parentId)], false);
              if (dialog.kind === 'new') onOpen(id);
            }}
            onCancel={() => setDialog(null)}
          />
        )
      )}
    </>
  );
}
