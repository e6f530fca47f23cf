import { chakra } from '@chakra-ui/react';
import { ImageUp, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useField } from '../settings/place.ts';
import { readPicture } from './picture.ts';

/** Upload of a small image that is stored in the setting itself. */
export function PictureField({ name, dark }: { name: string; dark?: boolean }) {
  const { t } = useTranslation('unit-group');
  const field = useField(name);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      field.put(await readPicture(file));
    } catch {
      toast({ tone: 'bad', title: t('picture.failed') });
    }
  };
  const source = typeof field.value === 'string' ? field.value : '';
  return (
    <chakra.fieldset borderWidth="0" p="0" m="0" minW="0">
      <chakra.legend p="0" mb="1" textStyle="sm" fontWeight="medium">
        {field.label}
      </chakra.legend>
      <chakra.div display="flex" alignItems="center" flexWrap="wrap" gap="2">
        {source && (
          <chakra.span
            className={dark ? 'chakra-theme dark' : 'chakra-theme light'}
            display="inline-flex"
            p="1.5"
            bg="bg"
            borderWidth="1px"
            borderColor="border"
            borderRadius="md"
          >
            <img src={source} alt={field.label} width={40} height={40} />
          </chakra.span>
        )}
        <Button size="sm" icon={ImageUp} disabled={field.locked} onClick={() => input.current?.click()}>
          {t('picture.choose')}
        </Button>
        {source && !field.locked && (
          <Button size="sm" look="ghost" icon={X} onClick={() => field.put(null)}>
            {t('picture.remove')}
          </Button>
        )}
      </chakra.div>
      <input
        ref={input}
        type="file"
        name={name}
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        hidden
        onChange={event => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <chakra.p mt="1" textStyle="xs" color={field.error ? 'bad.fg' : 'fg.muted'}>
        {field.error ?? field.help}
      </chakra.p>
    </chakra.fieldset>
  );
}
