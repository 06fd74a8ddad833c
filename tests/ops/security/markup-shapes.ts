/** Injection strings for HTML, templates, mail clients and spreadsheets. */
export const markupShapes = [
  "<script>document.title='run'</script>",
  '"><img src=x onerror=alert(1)>',
  "</textarea></title></script><svg onload=alert(1)>",
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  "<a href=javascript:alert(1)>click</a>",
  "<style>*{display:none}</style>",
  "&lt;b&gt; &#60;script&#62; &amp;amp;",
  "{{constructor.constructor('alert(1)')()}}",
  "\u0024{alert(1)} #{7*7} <%= 7*7 %>",
  "[click](javascript:alert(1)) ![x](https://elsewhere.example/x.png)",
  '=HYPERLINK("https://elsewhere.example","click")',
  "+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
];
