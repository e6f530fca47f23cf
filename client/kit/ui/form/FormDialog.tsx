import { Dialog as Chakra, chakra, Portal } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/Button.tsx';
import { FIRST_FIELD } from '../overlay/Dialog.tsx';
import { useFieldWords } from './form-context.ts';
import { RecordForm } from './RecordForm.tsx';
import type { RecordFormProps } from './useRecordForm.ts';

export interface FormDialogProps<D extends Definition = Definition> extends RecordFormProps<D> {
  open: boolean;
  /** Defaults to "Thêm nhãn" or "Sửa: <name of the record>". */
  title?: ReactNode;
  /** `wide` for two columns. */
  size?: 'usual' | 'wide';
}

/** A record's form in a dialog; a full page on phones. */
export function FormDialog<D extends Definition>({ open, title, size = 'usual', ...form }: FormDialogProps<D>) {
  const { t } = useTranslation(['common', 'kit']);
  const { definition, doc } = form;
  const say = useFieldWords(definition.name);
  const content = useRef<HTMLDivElement>(null);
  const named = doc ? `${t('kit:detail.edit')}: ${say.called(definition, doc)}` : say.action('create');
  // Closing clicks the form's Cancel button, which asks before input is lost.
  const cancel = () => content.current?.querySelector<HTMLElement>('[data-cancel]')?.click();
  return (
    <Chakra.Root
      open={open}
      lazyMount
      unmountOnExit
      closeOnInteractOutside={false}
      onOpenChange={details => !details.open && cancel()}
      initialFocusEl={() => content.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? null}
    >
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner p={{ base: '0', md: '4' }}>
          <Chakra.Content
            ref={content}
            maxW={{ base: 'full', md: size === 'wide' ? '720px' : '520px' }}
            h={{ base: 'full', md: 'auto' }}
            borderRadius={{ base: '0', md: 'lg' }}
            borderWidth={{ base: '0', md: '1px' }}
          >
            <chakra.header display="flex" alignItems="center" gap="2" flex="none" minH="13" py="2" ps="5" pe="3">
              <Chakra.Title flex="1" minW="0">
                {title ?? named}
              </Chakra.Title>
              <IconButton icon={X} size="sm" label={t('act.close')} keys="Esc" onClick={cancel} />
            </chakra.header>
            <RecordForm {...form} />
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
