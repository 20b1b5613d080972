/** @type {import('prettier').Config} */
export default {
  plugins: ['prettier-plugin-svelte'],
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
  printWidth: 120,
  semi: false,
  singleQuote: true,
  htmlWhitespaceSensitivity: 'ignore',
}
