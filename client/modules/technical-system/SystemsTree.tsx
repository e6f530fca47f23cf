import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { DueStatus } from '@lobby/shared/modules/upkeep.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useRows } from '../../kit/live/useRows.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { Tree } from '../../kit/ui/tree/Tree.tsx';
import { branchesOf, type Node } from '../../kit/ui/tree/tree.ts';
import { useFolds } from '../../kit/ui/tree/useFolds.ts';
import { styleClass } from '../../theme/classes.ts';
import { DueCount, worstOf } from './due-cells.tsx';

interface Line extends Node {
  due: DueStatus;
}
/** Buildings have a few dozen systems. */
const MOST = 100;
const SOON_MS = 500;

const sideClass = styleClass({
  hideBelow: 'lg',
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  w: '264px',
  minH: '0',
  borderEndWidth: '1px',
  borderColor: 'border',
  '& > button': { mx: '2', my: '2', justifyContent: 'start' },
});

/**
 * System groups with their systems, each with its worst due status and number of devices. A group filters the list, a
 * system opens.
 */
export function SystemsTree() {
  const { t } = useTranslation([technicalSystem.name, systemGroup.name]);
  const [params, setParams] = useSearchParams();
  const [closed, fold] = useFolds();
  const follow = { follow: technicalSystem.code, delay: SOON_MS };
  const groups = useRows(systemGroup, { limit: MOST, sort: 'order', ...follow }).data;
  const systems = useRows(technicalSystem, { limit: MOST, sort: 'name', ...follow }).data;
  const nodes = useMemo(() => {
    if (!groups || !systems) return null;
    const below = Map.groupBy(systems, ({ groupId }) => groupId);
    return [
      ...groups.map(({ id, version, name }): Line => {
        const machines = below.get(id) ?? [];
        return {
          id,
          version,
          name,
          parentId: null,
          count: machines.length,
          due: worstOf(machines.map(machine => machine.worstDue)),
        };
      }),
      ...systems.map(
        ({ id, version, name, groupId, deviceCount, worstDue }): Line => ({
          id,
          version,
          name,
          parentId: groupId,
          count: deviceCount,
          due: worstDue,
        }),
      ),
    ];
  }, [groups, systems]);
  const lines = useMemo(() => branchesOf(nodes ?? [], closed), [nodes, closed]);
  const groupId = params.get('groupId');
  const open = params.get('id') ?? groupId;
  const byId = new Map(nodes?.map(node => [node.id, node]));
  const go = (id: string | null) => {
    const next = new URLSearchParams(params);
    for (const name of ['id', 'groupId', 'q']) next.delete(name);
    const node = id === null ? undefined : byId.get(id);
    if (node?.parentId) {
      next.set('groupId', node.parentId);
      next.set('id', node.id);
    } else if (node) next.set('groupId', node.id);
    next.set('tab', 'all');
    setParams(next);
  };
  return (
    <aside aria-label={t('system-group:plural')} className={sideClass()}>
      <Button look="ghost" aria-pressed={!open} onClick={() => go(null)}>
        {t('tree.all')}
      </Button>
      {nodes ? (
        <Tree
          label={t('system-group:plural')}
          lines={lines}
          open={open}
          onOpen={go}
          onFold={fold}
          note={node => <DueCount due={byId.get(node.id)?.due ?? 'NONE'} count={node.count} />}
        />
      ) : (
        <SkeletonRows />
      )}
    </aside>
  );
}
