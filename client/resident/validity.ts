import { t } from './words.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** Error message of a control, in the reader's language. */
function saidOf(control: Control): string {
  const { valueMissing, tooShort } = control.validity;
  const picks = control instanceof HTMLSelectElement || control.type === 'checkbox' || control.type === 'radio';
  if (valueMissing) return t(picks ? 'unfit.choose' : 'unfit.missing');
  if (tooShort && 'minLength' in control) return t('unfit.short', { min: control.minLength });
  return t('unfit.wrong');
}

const SAID = 'data-unfit';
/** Where the message is inserted: at the end of the control's label, else after the control. */
const placeOf = (control: Control) => control.closest('label') ?? control.parentElement;

function take(control: Control): void {
  control.removeAttribute('aria-invalid');
  placeOf(control)?.querySelector(`[${SAID}]`)?.remove();
}

/**
 * Shows validation errors at the controls in the reader's language, instead of the browser's bubbles, which use its own
 * language and vanish.
 * Focuses the first invalid control, scrolled to the middle so that no header covers it.
 */
export function sayInvalid(page: Document): void {
  page.addEventListener(
    'invalid',
    event => {
      const { target: control } = event;
      if (!isControl(control)) return;
      event.preventDefault();
      take(control);
      control.setAttribute('aria-invalid', 'true');
      const message = page.createElement('span');
      message.className = 'error';
      message.setAttribute('role', 'alert');
      message.setAttribute(SAID, '');
      message.textContent = saidOf(control);
      placeOf(control)?.append(message);
      if (control.form?.querySelector(':invalid:not(fieldset)') !== control) return;
      control.focus({ preventScroll: true });
      control.scrollIntoView({ block: 'center' });
    },
    true,
  );
  page.addEventListener('input', ({ target }) => isControl(target) && target.validity.valid && take(target), true);
}
