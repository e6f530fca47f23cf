import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { CirclePlus, FolderTree, type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Row } from '../../base/matches.ts';
import { request } from '../../http/api.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import type { Query } from '../../live/useQuery.ts';
import { useCan } from '../../session/permissions.ts';
import { scopeNow } from '../../session/session.ts';
import { Button } from '../controls/Button.tsx';
import type { DetailDrawerProps } from '../detail/detail-props.ts';
import { navAlong } from '../detail/drawer/nav.ts';
import { FormDialog, type FormDialogProps } from '../form/FormDialog.tsx';
import { useShortcuts } from '../keyboard.ts';
import { Beside } from '../overlay/Drawer.tsx';
import { Empty, ErrorState } from '../states/EmptyState.tsx';
import { SkeletonRows } from '../states/Skeleton.tsx';
import { Tree } from './Tree.tsx';
import { above, branchesOf, type Node } from './tree.ts';
import { useFolds } from './useFolds.ts';

/** A new record, in another or at the top; or one to be moved. */
export type TreeDialog = { kind: 'new'; parentId: string | null } | { kind: 'move'; row: Row };

/** Props of the drawer for a record in a tree. */
export type OfTree = Pick<DetailDrawerProps, 'id' | 'nav' | 'actionsExtra'>;

interface TreePartProps<N extends Node> {
  definition: Definition;
  query: Pick<Query<readonly N[]>, 'data' | 'error' | 'again'>;
  /** Icon of the empty state. */
  icon: LucideIcon;
  /** Content beside the title. */
  head?: ReactNode;
  /** Content at the end of a line. */
  note: (node: N) => ReactNode;
  drawer: (given: OfTree) => ReactNode;
  /** Overrides for the form; defaults to the definition's, and for a move to the parent field. */
  form?: (asked: TreeDialog) => Partial<FormDialogProps>;
}

const MOVED = ['parentId'];

/** A tree of nested records with the open one beside it; records are created, moved and removed there. */
export function TreePart<N extends Node>(props: TreePartProps<N>) {
  const { definition, query, icon, head, note, drawer, form } = props;
  const { data: nodes, error, again } = query;
  const { t } = useTranslation([definition.name, 'errors']);
  const [params, setParams] = useSearchParams();
  const [closed, fold] = useFolds();
  const [dialog, setDialog] = useState<TreeDialog | null>(null);
  const mayWrite = useCan(definition.code, 'write');
  const lines = useMemo(() => branchesOf(nodes ?? [], closed), [nodes, closed]);
  const byId = useMemo(() => new Map(nodes?.map(node => [node.id, node])), [nodes]);
  const open = params.get('id');
  const show = (id: string | null) =>
    setParams(before => {
      const next = new URLSearchParams(before);
      if (id) next.set('id', id);
      else next.delete('id');
      return next;
    });
  const unfold = (id: string) => fold([id, ...above(nodes ?? [], id)], false);
  const create = () => setDialog({ kind: 'new', parentId: null });
  useShortcuts('list', mayWrite ? { new: create } : {});
  const saved = ({ id, parentId }: Row) => {
    setDialog(null);
    if (typeof parentId === 'string') unfold(parentId);
    show(id);
  };
  const move = (id: string, parentId: string) =>
    void request('PUT', `${definition.path}/${id}`, {
      ...scopeNow(),
      body: { version: byId.get(id)?.version, parentId },
    }).then(
      () => unfold(parentId),
      error => toastRefusal(error),
    );
  const button = mayWrite && (
    <Button look={open ? 'outline' : 'filled'} icon={Plus} aria-keyshortcuts="n" onClick={create}>
      {t('actions.create')}
    </Button>
  );
  const acts = (id: string) => (row: Row) =>
    mayWrite && (
      <>
        <Button icon={CirclePlus} onClick={() => setDialog({ kind: 'new', parentId: id })}>
          {t('tree.below')}
        </Button>
        <Button icon={FolderTree} onClick={() => setDialog({ kind: 'move', row })}>
          {t('tree.move')}
        </Button>
      </>
    );
  const order = lines.map(({ node }) => node.id);
  return (
    <>
      <Beside
        drawer={open !== null && drawer({ id: open, nav: navAlong(order, open, show), actionsExtra: acts(open) })}
      >
        <chakra.div display="flex" flexDirection="column" flex="1" minH="0" minW="0">
          <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="2" minH="13" px="4">
            <chakra.h1 className="cut" textStyle="lg" fontWeight="semibold">
              {t('plural')}
            </chakra.h1>
            {head}
            {nodes && nodes.length > 0 && button}
          </chakra.div>
          {error && !nodes ? (
            <ErrorState title={t('tree.failed')} onRetry={() => void again()} />
          ) : !nodes ? (
            <SkeletonRows />
          ) : nodes.length === 0 ? (
            <Empty icon={icon} title={t('empty.title')} actions={button}>
              {t('empty.text')}
            </Empty>
          ) : (
            <Tree
              label={t('plural')}
              lines={lines}
              open={open}
              onOpen={show}
              onFold={fold}
              note={({ id }) => {
                const node = byId.get(id);
                return node && <small>{note(node)}</small>;
              }}
              {...(mayWrite && { onMove: move })}
            />
          )}
        </chakra.div>
      </Beside>
      {dialog && (
        <FormDialog
          open
          key={dialog.kind}
          definition={definition}
          {...(dialog.kind === 'new'
            ? { defaults: { parentId: dialog.parentId } }
            : {
                doc: dialog.row,
                fields: MOVED,
                form: `${definition.name}-move`,
                title: t('tree.moveTitle', { name: dialog.row.name }),
              })}
          {...form?.(dialog)}
          onSaved={saved}
          onCancel={() => setDialog(null)}
        />
      )}
    </>
  );
}
