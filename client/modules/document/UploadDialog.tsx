import { isolated } from '@lobby/shared/kit/clean-text.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { Check, FilePlus2, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useDrop } from '../../kit/ui/controls/useDrop.ts';
import { FormContext } from '../../kit/ui/form/form-context.ts';
import { LeaveGuard } from '../../kit/ui/form/guards/LeaveGuard.tsx';
import { FieldInput } from '../../kit/ui/form/inputs/FieldInput.tsx';
import { sizeOf } from '../../kit/ui/form/inputs/files/FileTile.tsx';
import { acceptOf } from '../../kit/ui/form/inputs/files/uploading.ts';
import { useFieldsForm } from '../../kit/ui/form/useFieldsForm.ts';
import { progressLook } from '../../kit/ui/marks/progress-look.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { styleClass } from '../../theme/classes.ts';
import { type Item, itemOf, MOST, sendItem, TOO_LARGE } from './uploads.ts';

const { folderId, audience, blockIds, unitIds } = document.fields;
const FIELDS = { folderId, audience, blockIds, unitIds };

const formClass = styleClass({
  display: 'grid',
  gap: '4',
  borderRadius: 'md',
  '&[data-over]': { outline: '1px dashed {colors.accent.solid}', outlineOffset: '4px' },
  '& input[type=file]': { display: 'none' },
  '& > ul': { listStyle: 'none', display: 'grid', gap: '3' },
  '& li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: '2', alignItems: 'center' },
  '& li > small': { gridColumn: '1 / -1', textStyle: 'xs', color: 'fg.subtle', mt: '1' },
  '& li > [role=alert]': { gridColumn: '1 / -1', textStyle: 'xs', color: 'bad.fg', mt: '1' },
  '& li > svg': { color: 'done.fg', m: '2' },
  '& progress': { ...progressLook, gridColumn: '1 / -1', h: '1' },
  '& > p': { textStyle: 'xs', color: 'fg.subtle' },
});

interface UploadDialogProps {
  folderId: string | null;
  files: readonly File[];
  onClose: () => void;
}

/** Uploads files as documents of a folder, one after another; failed ones can be corrected and sent again. */
export function UploadDialog({ folderId: into, files, onClose }: UploadDialogProps) {
  const { t } = useTranslation(['document', 'errors', 'common', 'kit']);
  const { number } = useFormats();
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [items, setItems] = useState<readonly Item[]>(() => files.slice(0, MOST).map(itemOf));
  const [busy, setBusy] = useState(false);
  const stop = useMemo(() => new AbortController(), []);
  useEffect(() => () => stop.abort(), [stop]);
  const limits = t('upload.limits', { max: MOST });
  const words = (code: string, params?: Record<string, unknown>): string =>
    code === TOO_LARGE
      ? t('kit:form.tooLarge', { limit: limits })
      : t(`errors:${code}`, { ...params, defaultValue: code || t('errors:FAIL') });
  const { form } = useFieldsForm(FIELDS, { folderId: into }, 'create', { check: document.check, errors: 'onSubmit' });
  const place = useMemo(
    () => ({ fields: FIELDS, name: document.name, group: 'fields' as const, hold: () => undefined }),
    [],
  );
  const change = (key: string, part: Partial<Item>) =>
    setItems(before => before.map(item => (item.key === key ? { ...item, ...part } : item)));
  const add = (chosen: readonly File[]) => setItems(before => [...before, ...chosen.map(itemOf)].slice(0, MOST));
  const { zone } = useDrop(add);
  const [isLeaving, setLeaving] = useState(false);
  // Files cannot be kept as a draft, so closing asks first.
  const unsaved = () => items.some(({ state }) => state !== 'done');
  const close = () => (unsaved() ? setLeaving(true) : onClose());
  const open = items.filter(({ state, error }) => state !== 'done' && error !== TOO_LARGE);
  const submit = form.handleSubmit(async values => {
    if (open.length === 0) return chooser.current?.click();
    setBusy(true);
    let done = 0;
    for (const item of open)
      if (!stop.signal.aborted && (await sendItem(item, values, stop.signal, part => change(item.key, part)))) done++;
    if (stop.signal.aborted) return;
    setBusy(false);
    if (done > 0) toast({ tone: 'done', title: t('upload.done', { count: done }) });
    if (done === items.length - items.filter(({ state }) => state === 'done').length) onClose();
  });
  return (
    <Dialog
      open
      role="alertdialog"
      title={t('actions.create')}
      onClose={close}
      footer={
        <>
          <LeaveButton onClick={close} />
          <Button type="submit" form={id} look="filled" busy={busy}>
            {open.length > 0 ? t('upload.send', { count: open.length }) : t('upload.choose')}
          </Button>
        </>
      }
    >
      <FormContext value={place}>
        <FormProvider {...form}>
          <form
            id={id}
            noValidate
            className={formClass()}
            onSubmit={event => {
              event.stopPropagation();
              void submit(event);
            }}
            {...zone}
          >
            {items.length > 0 && (
              <ul>
                {items.map(item => (
                  <Line
                    key={item.key}
                    item={item}
                    size={sizeOf(item.file.size, number)}
                    error={item.error && words(item.error, { max: 150 })}
                    onName={name => change(item.key, { name })}
                    onRemove={() => setItems(before => before.filter(({ key }) => key !== item.key))}
                  />
                ))}
              </ul>
            )}
            {items.length < MOST && !busy && (
              <span>
                <Button icon={FilePlus2} onClick={() => chooser.current?.click()}>
                  {t(items.length > 0 ? 'upload.more' : 'upload.choose')}
                </Button>
              </span>
            )}
            <p>{limits}</p>
            <input
              ref={chooser}
              type="file"
              multiple
              aria-label={t('upload.choose')}
              accept={acceptOf()}
              onChange={(event: ChangeEvent<HTMLInputElement>) => {
                add([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            {Object.keys(FIELDS).map(name => (
              <FieldInput key={name} name={name} disabled={busy} />
            ))}
          </form>
        </FormProvider>
      </FormContext>
      <LeaveGuard
        unsaved={unsaved}
        asked={isLeaving}
        text={t('upload.leaveText')}
        onAnswer={leave => {
          setLeaving(false);
          if (leave) onClose();
        }}
      />
    </Dialog>
  );
}

interface LineProps {
  item: Item;
  size: string;
  error: string;
  onName: (name: string) => void;
  onRemove: () => void;
}

function Line({ item: { file, name, state, progress }, size, error, onName, onRemove }: LineProps) {
  const { t } = useTranslation(['document', 'kit']);
  return (
    <li>
      <TextInput
        aria-label={t('upload.name', { file: isolated(file.name) })}
        aria-invalid={error ? true : undefined}
        value={name}
        maxLength={150}
        disabled={state === 'going' || state === 'done'}
        onChange={event => onName(event.target.value)}
      />
      {state === 'done' ? (
        <Check aria-label={t('upload.arrived')} />
      ) : (
        <IconButton
          icon={X}
          size="sm"
          label={t('kit:form.removeFile', { name: isolated(file.name) })}
          disabled={state === 'going'}
          onClick={onRemove}
        />
      )}
      <small className="cut">
        <bdi>{file.name}</bdi>
        {` · ${size}`}
      </small>
      {state === 'going' && <progress value={progress} aria-label={t('kit:form.uploading')} />}
      {error && <span role="alert">{error}</span>}
    </li>
  );
}
