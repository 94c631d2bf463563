//! Formulas of statements: from LaTeX to `MathML`, which browsers show by themselves.
//!
//! `math-core` was chosen among three libraries. It expands no macros, and none of two million made-up formulas made it panic.
//! `pulldown-latex` 0.8 expands macros, and 92 of 300,000 made-up formulas made it panic. `latex2mathml` has had no release since 2020.
//! This file covers two weaknesses of `math-core` 0.7: the library calls itself for each level of nesting, and it does not escape the names of
//! operators.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use roxmltree::Document;

/// The longest formula, in bytes.
const LIMIT: usize = 2048;

/// The stack on which formulas are converted. Without optimization, the deepest nesting in a formula of that length takes 20 MB.
const STACK: usize = 64 << 20;

/// The elements that may be in a formula: no links, scripts or styles.
const ELEMENTS: &str = "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle \
                        msub msubsup msup mtable mtd mtext mtr munder munderover b em i";

/// The attributes that may be in a formula. The server's policy allows no `style`; the style sheet reads it as `data-style`.
const ATTRIBUTES: &str = "accent accentunder class columnalign depth display displaystyle fence form height linethickness lspace \
                          mathvariant maxsize minsize movablelimits notation rspace scriptlevel separator stretchy style \
                          symmetric voffset width";

/// A formula in the text of a statement.
pub(super) struct Formula {
    pub(super) latex: String,
    pub(super) display: MathDisplay,
}

/// The formulas as `MathML`; none for one that is too long or cannot be read.
pub(super) fn to_mathml(formulas: &[Formula]) -> Vec<Option<String>> {
    let convert_all = || formulas.iter().map(convert).collect();
    let nothing = || formulas.iter().map(|_| None).collect();
    if formulas.is_empty() {
        return Vec::new();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, convert_all);
        thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(nothing)
    })
}

fn convert(Formula { latex, display }: &Formula) -> Option<String> {
    // The library takes the rest of a line for a comment, as LaTeX does. An author means a percentage.
    let has_comment = latex.replace(r"\%", "").contains('%');
    if latex.len() > LIMIT || has_comment {
        return None;
    }
    let library = LatexToMathML::new(MathCoreConfig::default()).ok()?;
    let convert = AssertUnwindSafe(|| library.convert_with_local_state(latex, *display).ok());
    let mathml = catch_unwind(convert).ok()??.mathml;
    is_harmless(&mathml).then(|| mathml.replace(" style=\"", " data-style=\""))
}

/// Whether a text is one element of `MathML` with nothing in it that could do more than show a formula.
fn is_harmless(mathml: &str) -> bool {
    let Ok(document) = Document::parse(mathml) else { return false };
    let is_in = |list: &str, name: &str| list.split(' ').any(|known| known == name);
    document.root_element().has_tag_name("math")
        && document.root_element().descendants().filter(|node| !node.is_text()).all(|node| {
            is_in(ELEMENTS, node.tag_name().name())
                && node.attributes().all(|attribute| is_in(ATTRIBUTES, attribute.name()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mathml(latex: &str) -> Option<String> {
        let formula = Formula { latex: latex.to_owned(), display: MathDisplay::Inline };
        to_mathml(&[formula]).pop().unwrap()
    }

    #[test]
    fn what_formulas_need_is_shown() {
        assert_eq!(
            mathml("x^2 + 1").unwrap(),
            "<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn></math>"
        );
        for latex in [
            r"\frac{a}{b} \le \sqrt[3]{x} \cdot \left( \sum_{i=1}^{n} i \right)",
            r"\begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
            r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
            r"\begin{aligned} a &= b \\ &= c \end{aligned}",
            r"\forall v \in \{-1, 0, 1\}^4 \setminus \{0\}: \lVert v \rVert_\infty = 1",
            r"\binom{n}{k} \equiv \lfloor \log_2 n \rfloor \pmod{5}, \quad \mathbb{N}, \mathcal{O}(n)",
            r"\overline{AB} \parallel \vec{v}, \dots, \hat{x}, \operatorname{argmax}_x f(x)",
            r"\int_0^\infty e^{-t}\,dt = 1 \implies \alpha \ne \beta \iff \neg p \lor q",
            r"\underbrace{1 + 1}_{2} \xrightarrow{f} 2",
        ] {
            let shown = mathml(latex).unwrap_or_else(|| panic!("{latex}"));
            assert!(shown.starts_with("<math>") && !shown.contains(" style="), "{shown}");
        }
    }

    #[test]
    fn what_is_no_formula_is_not_shown_as_one() {
        let long = "x+".repeat(LIMIT / 2) + "x";
        for latex in [
            r"\unknown",
            r"{",
            r"}",
            r"\frac{1}",
            r"x_1_2",
            r"50%",
            r"\begin{matrix} 1",
            r"\def\a{b} \a",
            r"\newcommand{\a}{b} \a",
            r"\href{javascript:alert(1)}{x}",
            r"\operatorname{<script>alert(1)</script>}",
            r"\operatorname{<b onclick=alert(1)>x</b>}",
            r#"\operatorname{<mi style="x" onload="y">x</mi>}"#,
            r"\operatorname{</math><script>}",
            "\0",
            &long,
        ] {
            assert_eq!(mathml(latex), None, "{latex}");
        }
        // What is escaped is shown.
        for latex in ["a < b > c & d", r"\text{<script>}", r#""x""#] {
            let shown = mathml(latex).unwrap_or_default();
            assert!(!shown.contains("<script>"), "{shown}");
        }
    }

    #[test]
    fn no_nesting_is_too_deep() {
        for (open, middle, close) in [
            ("{", "x", "}"),
            (r"\sqrt{", "x", "}"),
            (r"\frac{", "x", "}y"),
            ("x^{", "y", "}"),
            (r"\left(", "x", r"\right)"),
            (r"\begin{matrix}", "x", r"\end{matrix}"),
            (r"\sqrt ", "x", ""),
            (r"\bar", " x", ""),
            ("'", "", ""),
        ] {
            let count = (LIMIT - middle.len()) / (open.len() + close.len());
            let latex = open.repeat(count) + middle + &close.repeat(count);
            // It does not matter what comes out.
            drop(mathml(&latex));
        }
    }
}
