import { chakra } from '@chakra-ui/react';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { FolderPlus, FolderTree, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { Row } from '../../kit/matches.ts';
import { useCan } from '../../kit/permissions.ts';
import { Empty, ErrorState } from '../../kit/ui/Blank.tsx';
import { Button } from '../../kit/ui/Button.tsx';
import { Beside } from '../../kit/ui/Drawer.tsx';
import { DetailDrawer } from '../../kit/ui/detail/DetailDrawer.tsx';
import { useKeys } from '../../kit/ui/detail/useKeys.ts';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { Tree } from '../../kit/ui/tree/Tree.tsx';
import { above, branchesOf, type Node } from '../../kit/ui/tree/tree.ts';
import { useTree } from '../../kit/ui/tree/useTree.ts';

/** A new group, inside another or at the top; or a group that is to stand elsewhere. */
type Asked = { kind: 'new'; parentId: string | null } | { kind: 'move'; row: Row };

const MOVED = ['parentId'];

/** Groups of labels as a tree, the open one beside it: made, moved and removed there. */
export function GroupsPart() {
  const { t } = useTranslation(['label-group', 'label']);
  const { nodes: groups, failed, reload } = useTree(labelGroup);
  const [params, setParams] = useSearchParams();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayWrite = useCan(labelGroup.code, 'write');
  const lines = useMemo(() => branchesOf(groups ?? [], closed), [groups, closed]);
  const open = params.get('id');
  const show = (id: string | null) =>
    setParams(before => {
      const next = new URLSearchParams(before);
      if (id) next.set('id', id);
      else next.delete('id');
      return next;
    });
  const fold = (ids: readonly string[], shut: boolean) =>
    setClosed(before => (shut ? new Set([...before, ...ids]) : new Set([...before].filter(id => !ids.includes(id)))));
  const create = () => setAsked({ kind: 'new', parentId: null });
  useKeys(mayWrite ? { n: create } : {});
  const saved = ({ id, parentId }: Row) => {
    setAsked(null);
    if (typeof parentId === 'string') fold([parentId, ...above(groups ?? [], parentId)], false);
    show(id);
  };
  const button = mayWrite && (
    <Button look={open ? 'outline' : 'filled'} icon={Plus} aria-keyshortcuts="n" onClick={create}>
      {t('actions.create')}
    </Button>
  );
  return (
    <>
      <Beside
        drawer={
          open !== null && (
            <OpenGroup
              id={open}
              groups={groups ?? []}
              order={lines.map(({ node }) => node.id)}
              onOpen={show}
              onAsk={mayWrite ? setAsked : undefined}
            />
          )
        }
      >
        <chakra.div display="flex" flexDirection="column" flex="1" minH="0" minW="0">
          <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="2" minH="13" px="4">
            <chakra.h1 className="cut" textStyle="lg" fontWeight="semibold">
              {t('plural')}
            </chakra.h1>
            {groups && groups.length > 0 && button}
          </chakra.div>
          {failed && !groups ? (
            <ErrorState title={t('tree.failed')} onRetry={reload} />
          ) : !groups ? (
            <SkeletonRows />
          ) : groups.length === 0 ? (
            <Empty icon={FolderTree} title={t('empty.title')} actions={button}>
              {t('empty.text')}
            </Empty>
          ) : (
            <Tree
              label={t('plural')}
              lines={lines}
              open={open}
              onOpen={show}
              onFold={fold}
              note={({ count }) => <small>{t('label:count', { count })}</small>}
            />
          )}
        </chakra.div>
      </Beside>
      {asked && (
        <FormDialog
          open
          key={asked.kind}
          definition={labelGroup}
          {...(asked.kind === 'new'
            ? { defaults: { parentId: asked.parentId } }
            : {
                doc: asked.row,
                fields: MOVED,
                form: 'label-group-move',
                title: t('tree.moveTitle', { name: asked.row.name }),
              })}
          onSaved={saved}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface OpenGroupProps {
  id: string;
  groups: readonly Node[];
  order: readonly string[];
  onOpen: (id: string | null) => void;
  /** Absent: the reader may look only. */
  onAsk: ((asked: Asked) => void) | undefined;
}

/** One group beside the tree; its neighbours are the lines in sight. */
function OpenGroup({ id, groups, order, onOpen, onAsk }: OpenGroupProps) {
  const { t } = useTranslation(['label-group', 'label']);
  const at = order.indexOf(id);
  const group = groups.find(one => one.id === id);
  const step = (to: string | undefined) => (to === undefined ? undefined : () => onOpen(to));
  return (
    <DetailDrawer
      definition={labelGroup}
      id={id}
      nav={{
        position: at < 0 ? null : at + 1,
        total: order.length,
        next: step(order[at + 1]),
        previous: at > 0 ? step(order[at - 1]) : undefined,
        close: () => onOpen(null),
      }}
      meta={() => group && <Link to={`?groupId=${id}`}>{t('label:count', { count: group.count })}</Link>}
      actionsExtra={row =>
        onAsk && (
          <>
            <Button icon={FolderPlus} onClick={() => onAsk({ kind: 'new', parentId: id })}>
              {t('tree.below')}
            </Button>
            <Button icon={FolderTree} onClick={() => onAsk({ kind: 'move', row })}>
              {t('tree.move')}
            </Button>
          </>
        )
      }
    />
  );
}
