/** What the colouring of code knows about a language: where comments and texts begin and end, and its words. */
export interface Language {
  /** A comment up to the end of its line begins so. */
  readonly line: readonly string[];
  /** Comments and texts that may go on over several lines. */
  readonly blocks: readonly Block[];
  /** What encloses a text within one line. */
  readonly quotes: readonly string[];
  readonly words: ReadonlySet<string>;
}

interface Block {
  readonly open: string;
  readonly close: string;
  readonly style: "comment" | "text";
  /** A backslash takes away the meaning of what follows. */
  readonly escapes?: true;
}

const slashes: Block = { open: "/*", close: "*/", style: "comment" };
const backtick: Block = { open: "`", close: "`", style: "text", escapes: true };
const tripled: readonly Block[] = [
  { open: '"""', close: '"""', style: "text", escapes: true },
  { open: "'''", close: "'''", style: "text", escapes: true },
];
const tags: Block = { open: "<!--", close: "-->", style: "comment" };
const both = ['"', "'"];

const cWords =
  "if else for while do switch case default break continue return goto sizeof struct enum union typedef static const extern inline volatile void int char long short float double signed unsigned bool true false NULL";
const oopWords =
  "class interface extends implements new this super public private protected static final abstract try catch finally throw throws import package void int long short byte float double boolean char if else for while do switch case default break continue return instanceof null true false enum synchronized volatile var record sealed yield";
const scriptWords =
  "abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number of override private protected public readonly return satisfies set static string super switch symbol this throw true try type typeof undefined unique unknown using var void while with yield";
const pythonWords =
  "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield";
const goWords =
  "any bool break byte case chan const continue default defer else error fallthrough false for func go goto if import int int32 int64 interface iota make map nil package range return rune select string struct switch true type uint uint64 var";
const rustWords =
  "as async await bool box break const continue crate dyn else enum extern false fn for i32 i64 if impl in let loop match mod move mut pub ref return self Self static str struct super trait true type u8 u32 u64 unsafe use usize where while String Vec Option Result";
const rubyWords =
  "alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require attr_reader attr_accessor";
const shellWords =
  "if then else elif fi for while until do done case esac in function return local export readonly declare set unset shift exit echo cd test true false source trap";
const sqlWords =
  "select from where and or not null is in as on join left right inner outer full cross group by order having limit offset union all distinct insert into values update set delete create table index view drop alter add column primary key foreign references unique default check constraint begin commit rollback case when then else end exists between like asc desc with returning cascade";
const phpWords =
  "abstract and array as break callable case catch class clone const continue declare default do echo else elseif enum extends false final finally fn for foreach function global if implements instanceof interface match namespace new null or print private protected public readonly require require_once return static string int bool float switch this throw trait true try use var void while yield";
const swiftWords =
  "actor as associatedtype async await break case catch class continue default defer do else enum extension false fileprivate final for func guard if import in init inout internal is lazy let mutating nil open override private protocol public return self Self some static struct subscript super switch throw throws true try var weak where while fun val when object data companion suspend";

function language(words: string, rest: Partial<Language> = {}): Language {
  const known = { line: ["//"], blocks: [slashes], quotes: both };
  return { ...known, ...rest, words: new Set(words.split(" ")) };
}

const script = language(scriptWords, { blocks: [slashes, backtick] });
const python = language(pythonWords, { line: ["#"], blocks: tripled });
const shell = language(shellWords, { line: ["#"], blocks: [] });
const markup = language("", { line: [], blocks: [tags] });
const settings = language("true false null yes no on off", { line: ["#", ";"], blocks: [] });
const c = language(cWords);
const cPlus = language(
  `${cWords} class namespace template typename public private protected virtual override new delete this nullptr auto using operator try catch throw constexpr noexcept friend mutable explicit`,
);
const sharp = language(
  `${oopWords} using namespace string object decimal async await get set readonly override virtual sealed internal out ref params in is as foreach where select from let struct delegate event base partial required init`,
);

const table = {
  script,
  python,
  shell,
  markup,
  settings,
  c,
  cPlus,
  sharp,
  java: language(oopWords, { blocks: [slashes, ...tripled.slice(0, 1)] }),
  go: language(goWords, { blocks: [slashes, { open: "`", close: "`", style: "text" }] }),
  rust: language(rustWords, { quotes: ['"'] }), // a single quote begins a lifetime, too
  ruby: language(rubyWords, {
    line: ["#"],
    blocks: [{ open: "=begin", close: "=end", style: "comment" }],
  }),
  php: language(phpWords, { line: ["//", "#"] }),
  swift: language(swiftWords, { blocks: [slashes, ...tripled.slice(0, 1)], quotes: ['"'] }),
  sql: language(`${sqlWords} ${sqlWords.toUpperCase()}`, { line: ["--"] }),
  json: language("true false null", { quotes: ['"'] }),
  css: language("important media import keyframes supports from to", { line: [] }),
  toml: language("true false", { line: ["#"], blocks: tripled }),
} satisfies Readonly<Record<string, Language>>;

const endings: Readonly<Record<string, keyof typeof table>> = {
  ...ended("script", "ts tsx mts cts js jsx mjs cjs vue svelte"),
  ...ended("python", "py pyi pyw"),
  ...ended("shell", "sh bash zsh fish bats env"),
  ...ended("markup", "html htm xml svg xhtml"),
  ...ended("settings", "ini cfg conf properties yaml yml editorconfig dockerfile mk makefile gitignore"),
  ...ended("c", "c h"),
  ...ended("cPlus", "cpp cc cxx hpp hh hxx"),
  ...ended("sharp", "cs"),
  ...ended("java", "java scala groovy gradle dart"),
  ...ended("go", "go"),
  ...ended("rust", "rs"),
  ...ended("ruby", "rb rake gemspec ex exs gemfile rakefile"),
  ...ended("php", "php"),
  ...ended("swift", "swift kt kts"),
  ...ended("sql", "sql"),
  ...ended("json", "json jsonc json5 webmanifest"),
  ...ended("css", "css scss less"),
  ...ended("toml", "toml"),
};

function ended(name: keyof typeof table, all: string): Readonly<Record<string, keyof typeof table>> {
  return Object.fromEntries(all.split(" ").map((one) => [one, name]));
}

/** Other names that people write behind the fence of a block of code. */
const called: Readonly<Record<string, string>> = {
  typescript: "ts",
  javascript: "js",
  node: "js",
  golang: "go",
  rustlang: "rs",
  shell: "sh",
  console: "sh",
  "c++": "cpp",
  "c#": "cs",
  csharp: "cs",
  kotlin: "kt",
  html5: "html",
  postgres: "sql",
  rust: "rs",
  ruby: "rb",
  python3: "py",
};

/** The language of a file by its name. Undefined: its code is shown without colours. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return languageNamed(name.slice(name.lastIndexOf(".") + 1));
}

/** The language of a block of code by what its fence says, such as `ts`. */
export function languageNamed(name: string): Language | undefined {
  const short = name.trim().toLowerCase();
  const known = Object.hasOwn(called, short) ? called[short] : short;
  if (known === undefined) return undefined;
  if (Object.hasOwn(endings, known)) return table[endings[known] ?? "script"];
  // Every key of the table is a name.
  return Object.hasOwn(table, known) ? table[known as keyof typeof table] : undefined;
}
