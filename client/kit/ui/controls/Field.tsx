import { Field as Chakra, chakra } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Why } from '../guide/Why.tsx';

interface FieldProps {
  label: ReactNode;
  /** Hint below the field, replaced by an error. */
  help?: ReactNode;
  /** Error in the reader's language. */
  error?: ReactNode;
  /** Code of the refusal, whose explanation from the guide is shown below. */
  code?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** Right of the label: a link, a character count. */
  aside?: ReactNode;
  /** An input of the kit; label, help and error refer to it. */
  children: ReactNode;
}

const isMissing = (input: EventTarget) => 'validity' in input && Object(input.validity).valueMissing === true;

/** A labelled input with help or error. */
export function Field({ label, help, error, code, aside, children, ...state }: FieldProps) {
  const { t } = useTranslation('errors');
  /** Error that prevents the surrounding form from being sent. */
  const [unfit, setUnfit] = useState('');
  const wrong = error || unfit;
  return (
    <Chakra.Root
      invalid={Boolean(wrong)}
      onInvalid={(event: FormEvent) => setUnfit(t(isMissing(event.target) ? 'REQUIRED' : 'INVALID'))}
      onChange={() => setUnfit('')}
      {...state}
    >
      <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" gap="2" w="full">
        <Chakra.Label>
          {label}
          <Chakra.RequiredIndicator />
        </Chakra.Label>
        {aside}
      </chakra.div>
      {children}
      <Chakra.ErrorText>
        <CircleAlert />
        <span>{wrong}</span>
      </Chakra.ErrorText>
      {help && !wrong && <Chakra.HelperText>{help}</Chakra.HelperText>}
      <Why code={code} />
    </Chakra.Root>
  );
}
