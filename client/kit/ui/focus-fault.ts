/** The element of a field that somebody mends it in; a button where it has nothing else. */
const INPUTS = '[aria-invalid=true], input:not([type=hidden], [type=file]), textarea, select, [contenteditable=true]';

/** Opens whatever a fault of a form is folded away in, and goes to the first one, once it is drawn. */
export function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const faults = form?.querySelectorAll<HTMLElement>('[data-invalid], [aria-invalid=true]') ?? [];
    for (const fault of faults) {
      const fold = fault.closest('details');
      if (fold) fold.open = true;
    }
    const [first] = faults;
    const input = first?.matches(INPUTS)
      ? first
      : (first?.querySelector<HTMLElement>(INPUTS) ?? first?.querySelector('button'));
    input?.focus();
  });
}
