import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../base/matches.ts';
import type { DetailDrawerProps } from '../detail/detail-props.ts';
import { DrawerSkeleton } from '../detail/drawer/DrawerSkeleton.tsx';
import type { FormDialogProps } from '../form/FormDialog.tsx';
import { lazyPart } from '../layout/lazy-part.tsx';
import type { UsualColumns } from '../list/columns/columns.ts';
import { type KnownWidths, ListPage, type ListPageProps } from '../list/ListPage.tsx';
import { DialogSkeleton } from '../overlay/DialogSkeleton.tsx';

// Loaded after the list.
const DetailDrawer = lazyPart(
  async () => (await import('../detail/drawer/DetailDrawer.tsx')).DetailDrawer,
  DrawerSkeleton,
);
const FormDialog = lazyPart(async () => (await import('../form/FormDialog.tsx')).FormDialog, FormSkeleton);

function FormSkeleton({ open, onCancel }: Pick<FormDialogProps, 'open' | 'onCancel'>) {
  return open && <DialogSkeleton onClose={onCancel} />;
}

export interface RecordsPageProps<D extends Definition> extends Omit<ListPageProps<D>, 'drawer' | 'onCreate'> {
  /** Fields and layout of the form, and initial values of a new record. */
  form?: Pick<FormDialogProps<D>, 'fields' | 'inputs' | 'children' | 'size' | 'defaults'>;
  /** Opens another screen for a new record. */
  onCreate?: () => void;
  /** Called with the created record. */
  onCreated?: (row: RecordOf<D>) => void;
  detail?: Partial<
    Pick<
      DetailDrawerProps<D>,
      | 'tabs'
      | 'parts'
      | 'before'
      | 'lead'
      | 'extraTabs'
      | 'first'
      | 'title'
      | 'meta'
      | 'wording'
      | 'more'
      | 'values'
      | 'asides'
      | 'actionsExtra'
      | 'facts'
      | 'sections'
      | 'edit'
    >
  >;
}

/** Screen of a plain module: its list, the open record beside it, and the form for a new one. */
export function RecordsPage<D extends Definition, W extends UsualColumns['widths']>(
  props: RecordsPageProps<D> & KnownWidths<D, W>,
) {
  // Safe cast: rows and records follow their definition, and get its type here.
  const { form, detail, onCreate, onCreated, ...list } = props as unknown as RecordsPageProps<Definition>;
  const { definition } = list;
  // Records created in bulk have a screen of their own.
  const makes = answers(definition, 'create') || onCreate !== undefined;
  const { t } = useTranslation(definition.name);
  const [creating, setCreating] = useState(false);
  // Stays mounted once opened, for its closing animation.
  const [wasOpen, setWasOpen] = useState(false);
  const create = () => {
    setWasOpen(true);
    setCreating(true);
  };
  return (
    <>
      <ListPage
        {...(makes && { createLabel: t('actions.create'), onCreate: onCreate ?? create })}
        {...list}
        drawer={(id, nav) => <DetailDrawer {...detail} definition={definition} id={id} nav={nav} form={form} />}
      />
      {wasOpen && (
        <FormDialog
          {...form}
          open={creating}
          definition={definition}
          onSaved={row => {
            setCreating(false);
            onCreated?.(row);
          }}
          onCancel={() => setCreating(false)}
        />
      )}
    </>
  );
}
