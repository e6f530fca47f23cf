import { Camera, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../words.ts';

interface PhotoFieldProps {
  files: readonly File[];
  most: number;
  onChange: (files: readonly File[]) => void;
  error?: string | undefined;
}

/** Photos of a form: previews that can be removed, and a button to take or choose more. */
export function PhotoField({ files, most, onChange, error }: PhotoFieldProps) {
  const seen = useMemo(() => files.map(file => ({ file, url: URL.createObjectURL(file) })), [files]);
  useEffect(
    () => () => {
      for (const { url } of seen) URL.revokeObjectURL(url);
    },
    [seen],
  );
  const add = (event: ChangeEvent<HTMLInputElement>) => {
    onChange([...files, ...(event.target.files ?? [])].slice(0, most));
    event.target.value = '';
  };
  return (
    <div className="photo-field">
      {seen.map(({ file, url }, index) => (
        <figure key={url}>
          <img src={url} alt={file.name} />
          <button
            type="button"
            aria-label={t('photos.remove', { name: file.name })}
            onClick={() => onChange(files.filter((_, at) => at !== index))}
          >
            <span>
              <X size={16} aria-hidden />
            </span>
          </button>
        </figure>
      ))}
      {files.length < most && (
        <label data-alone={files.length === 0 ? '' : undefined}>
          <Camera size={24} strokeWidth={1.75} aria-hidden />
          <span aria-hidden>{t(files.length === 0 ? 'photos.first' : 'photos.more')}</span>
          <small aria-hidden>
            {files.length} / {most}
          </small>
          <span className="hidden">{t('requests.photos', { most })}</span>
          <input type="file" className="hidden" accept="image/*" multiple onChange={add} />
        </label>
      )}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

const MOST = 5;

interface PhotosInputProps {
  /** Name in the form. */
  name?: string;
  most?: number;
  required?: boolean;
  error: string | undefined;
}

/** Photos for a form that is read on submit. */
export function PhotosInput({ name = 'photos', most = MOST, required = false, error }: PhotosInputProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const change = (next: readonly File[]) => {
    const bag = new DataTransfer();
    for (const file of next) bag.items.add(file);
    if (input.current) input.current.files = bag.files;
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
    setFiles(next);
  };
  return (
    <>
      <PhotoField files={files} most={most} onChange={change} error={error} />
      <input
        ref={input}
        type="file"
        className="hidden"
        name={name}
        multiple
        required={required}
        tabIndex={-1}
        aria-hidden
      />
    </>
  );
}

/** A button to take or choose photos that are sent at once. */
export const AddPhotos = ({ label, onAdd }: { label: string; onAdd: (files: readonly File[]) => unknown }) => (
  <label className="add">
    <Camera size={20} strokeWidth={1.75} aria-hidden />
    <span>{label}</span>
    <input
      type="file"
      className="hidden"
      accept="image/*"
      multiple
      onChange={event => {
        const files = [...(event.target.files ?? [])];
        event.target.value = '';
        onAdd(files);
      }}
    />
  </label>
);
