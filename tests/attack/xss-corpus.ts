/** Calls back when it runs: `xss` is given to every page by the browser that looks. */
export const CORPUS: readonly string[] = [
  '<script>xss(1)</script>',
  '<img src=x onerror=xss(2)>',
  '"><svg onload=xss(3)>',
  "'><iframe srcdoc='<script>parent.xss(4)</script>'>",
  '<a href="javascript:xss(5)">press</a>',
  'javascript:xss(6)',
  "{{constructor.constructor('xss(7)')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is tried
  '${xss(8)}',
  '</title></textarea></style></script><script>xss(9)</script>',
  '&lt;script&gt;xss(10)&lt;/script&gt;',
  '\\u003cimg src=x onerror=xss(11)\\u003e',
  '<details open ontoggle=xss(12)>x</details>',
  '[press](javascript:xss(13)) ![x](x"onerror="xss(13))',
  '<math><mtext><style><img title="</style><img src=x onerror=xss(14)>">',
  '<form action="javascript:xss(15)"><input autofocus onfocus=xss(15)></form>',
  'https://example.test/"onmouseover="xss(16)',
];

/** Texts that a spreadsheet program would evaluate as formulas. */
export const FORMULAS: readonly string[] = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '=HYPERLINK("http://x","y")'];
