import { isolated } from '@lobby/shared/kit/clean-text.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { FileRoom } from '@lobby/shared/kit/upload-limits.ts';
import { Paperclip, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../../theme/classes.ts';
import { ApiError } from '../../../../http/api.ts';
import { scopeNow } from '../../../../session/session.ts';
import { Button, IconButton } from '../../../controls/Button.tsx';
import { useDrop } from '../../../controls/useDrop.ts';
import { progressLook } from '../../../marks/progress-look.ts';
import { useHold } from '../../form-context.ts';
import type { InputProps } from '../input.ts';
import { SignaturePad } from '../SignaturePad.tsx';
import { FileTile } from './FileTile.tsx';
import { acceptOf, upload } from './uploading.ts';
import { useFileRoom } from './useFileRoom.ts';

/** Pause in drawing after which it is uploaded, in ms. */
const REST_MS = 700;

const filesClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: '2',
  w: 'full',
  borderRadius: 'md',
  '&[data-over]': { outline: '1px dashed {colors.accent.solid}', outlineOffset: '4px' },
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '2', listStyle: 'none', w: 'full' },
  '& li': { display: 'flex', alignItems: 'flex-start', gap: '1', minW: '0', maxW: 'full' },
  '& input': { display: 'none' },
  '& p': { textStyle: 'xs', color: 'fg.subtle' },
  '& p[role=alert]': { color: 'bad.fg' },
  '& progress': { ...progressLook, h: '1' },
});

/** Files: chosen, dropped or pasted, uploaded at once, shown, removed; limits are stated. */
export function FilesInput({ field, value, label, onChange, onBlur, disabled }: InputProps) {
  const { t } = useTranslation(['kit', 'errors']);
  const chooser = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState('');
  const stop = useUnmountSignal();
  useHold(progress !== null);
  const files = filesOf(value);
  const held = useRef(files);
  held.current = files;
  const room: FileRoom = field.kind === 'files' ? field : { max: 0 };
  const { max } = room;
  const { promise, refuse } = useFileRoom(room);
  // A new drawing replaces the previous one.
  const listed = field.kind === 'files' && field.drawn ? [] : files;

  const take = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || progress !== null || disabled) return;
    const refused = refuse(chosen, listed);
    if (refused) return setError(refused);
    setError('');
    setProgress(0);
    try {
      const added = await upload(chosen, { scope: scopeNow(), onProgress: setProgress, signal: stop() });
      onChange([...held.current, ...added].slice(-max));
      onBlur();
    } catch (refusal) {
      const message = refusal instanceof ApiError && refusal.message;
      setError(message || t('errors:FAIL'));
    } finally {
      setProgress(null);
    }
  };
  const { zone } = useDrop(files => void take(files));
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void take([...(event.target.files ?? [])]);
    event.target.value = '';
  };
  return (
    <div className={filesClass()} {...zone} onPaste={event => void take([...event.clipboardData.files])}>
      {files.length > 0 && (
        <ul aria-label={label}>
          {files.map(file => (
            <li key={file.id}>
              <FileTile file={file} />
              <IconButton
                icon={X}
                size="sm"
                label={t('form.removeFile', { name: isolated(file.name) })}
                disabled={disabled}
                onClick={() => onChange(files.filter(other => other.id !== file.id))}
              />
            </li>
          ))}
        </ul>
      )}
      {field.kind === 'files' && field.drawn && (
        <SignaturePad
          label={label}
          disabled={disabled}
          restMs={REST_MS}
          onDrawn={file => {
            held.current = [];
            if (file) void take([file]);
            else onChange([]);
          }}
        />
      )}
      {max > listed.length && (
        <Button
          icon={Paperclip}
          size="sm"
          busy={progress !== null}
          disabled={disabled}
          onClick={() => chooser.current?.click()}
        >
          {progress === null ? t('form.upload') : t('form.uploading')}
        </Button>
      )}
      <input ref={chooser} type="file" multiple={max > 1} accept={acceptOf(room)} onChange={choose} />
      {progress !== null && <progress value={progress} aria-label={t('form.uploading')} />}
      {error ? <p role="alert">{error}</p> : <p>{promise}</p>}
    </div>
  );
}

const filesOf = (value: InputProps['value']): FileInfo[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object') : [];

/** Returns a signal that aborts when the component unmounts. */
function useUnmountSignal(): () => AbortSignal {
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
}
