import { chakra } from '@chakra-ui/react';
import { location } from '@lobby/shared/modules/location.ts';
import { countOf, totalOf } from '@lobby/shared/modules/places.ts';
import { MapPinned, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError, request } from '../../kit/api.ts';
import { useFormats } from '../../kit/formats.ts';
import type { Row } from '../../kit/matches.ts';
import { useCan } from '../../kit/permissions.ts';
import { scopeNow } from '../../kit/session.ts';
import { Empty, ErrorState } from '../../kit/ui/Blank.tsx';
import { Button } from '../../kit/ui/Button.tsx';
import { Beside } from '../../kit/ui/Drawer.tsx';
import { useKeys } from '../../kit/ui/detail/useKeys.ts';
import { FieldInput } from '../../kit/ui/form/FieldInput.tsx';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { Tree } from '../../kit/ui/tree/Tree.tsx';
import { above, branchesOf } from '../../kit/ui/tree/tree.ts';
import { type Asked, OpenLevel } from './OpenLevel.tsx';
import { TypedPreview } from './Preview.tsx';
import { useLevels } from './useLevels.ts';

const MOVED = ['parentId'];
const ALL = ['name', 'code', 'quantity', 'parentId'];

/** Levels as a tree with what they make, the open one beside it: made, moved and removed there. */
export function LevelsPart() {
  const { t } = useTranslation(['location', 'errors']);
  const { count: said } = useFormats();
  const { levels, failed, reload } = useLevels();
  const [params, setParams] = useSearchParams();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayWrite = useCan(location.code, 'write');
  const nodes = useMemo(
    () => (levels ?? []).map(level => ({ ...level, count: countOf(levels ?? [], level.id) })),
    [levels],
  );
  const lines = useMemo(() => branchesOf(nodes, closed), [nodes, closed]);
  const open = params.get('id');
  const show = (id: string | null) => setParams(id ? { id } : {});
  const fold = (ids: readonly string[], shut: boolean) =>
    setClosed(before => (shut ? new Set([...before, ...ids]) : new Set([...before].filter(id => !ids.includes(id)))));
  const create = () => setAsked({ kind: 'new', parentId: null });
  useKeys(mayWrite ? { n: create } : {});
  const saved = ({ id, parentId }: Row) => {
    setAsked(null);
    if (typeof parentId === 'string') fold([parentId, ...above(nodes, parentId)], false);
    show(id);
  };
  const button = mayWrite && (
    <Button look={open ? 'outline' : 'filled'} icon={Plus} aria-keyshortcuts="n" onClick={create}>
      {t('actions.create')}
    </Button>
  );
  const move = async (id: string, parentId: string) => {
    const version = levels?.find(one => one.id === id)?.version;
    await request('PUT', `${location.path}/${id}`, { ...scopeNow(), body: { version, parentId } }).then(
      () => fold([parentId, ...above(nodes, parentId)], false),
      error => toast({ tone: 'bad', title: (error instanceof ApiError && error.message) || t('errors:FAIL') }),
    );
  };
  const total = totalOf(levels ?? []);
  return (
    <>
      <Beside
        drawer={
          open !== null && (
            <OpenLevel
              id={open}
              levels={levels ?? []}
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
            {total > 0 && (
              <chakra.span color="fg.muted" flex="1" className="cut">
                {t('tree.total', { count: total, said: said(total) })}
              </chakra.span>
            )}
            {levels && levels.length > 0 && button}
          </chakra.div>
          {failed && !levels ? (
            <ErrorState title={t('tree.failed')} onRetry={reload} />
          ) : !levels ? (
            <SkeletonRows />
          ) : levels.length === 0 ? (
            <Empty icon={MapPinned} title={t('empty.title')} actions={button}>
              {t('empty.text')}
            </Empty>
          ) : (
            <Tree
              label={t('plural')}
              lines={lines}
              open={open}
              onOpen={show}
              onFold={fold}
              note={({ id, count }) => (
                <small>
                  {t('tree.note', { quantity: levels.find(one => one.id === id)?.quantity, count, said: said(count) })}
                </small>
              )}
              {...(mayWrite && { onMove: (id: string, into: string) => void move(id, into) })}
            />
          )}
        </chakra.div>
      </Beside>
      {asked && (
        <FormDialog
          open
          key={asked.kind}
          definition={location}
          fields={asked.kind === 'move' ? MOVED : ALL}
          {...(asked.kind === 'new' && { defaults: { parentId: asked.parentId, quantity: 1 } })}
          {...(asked.kind !== 'new' && { doc: asked.row })}
          {...(asked.kind === 'move' && {
            form: 'location-move',
            title: t('tree.moveTitle', { name: asked.row.name }),
          })}
          onSaved={saved}
          onCancel={() => setAsked(null)}
        >
          {(asked.kind === 'move' ? MOVED : ALL).map(name => (
            <FieldInput key={name} name={name} />
          ))}
          <TypedPreview
            levels={levels ?? []}
            level={asked.kind === 'new' ? {} : (levels?.find(({ id }) => id === asked.row.id) ?? {})}
          />
        </FormDialog>
      )}
    </>
  );
}
