//! The arguments of the command line. The help texts and the manual's page on the command line come from here.

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use lanescope_core::session::{Budget, known_sets};
use std::str::FromStr;

const EXIT: &str = "\
Every verb exits with 2 when a file cannot be read or has errors, when output cannot be written, or when the arguments are
invalid. `lanescope VERB --help` lists the other exit codes of a verb.";

/// Runs scenarios of GPU memory instructions.
#[derive(Debug, Parser)]
#[command(name = "lanescope", version, after_help = EXIT)]
pub struct Arguments {
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    Run(RunArguments),
    Test(Test),
    Check(Check),
    Fmt(Fmt),
    Render(Render),
    Link(Link),
    Encode(Encode),
    Cost(CostArguments),
    Grade(Grade),
    Explore(Explore),
    Possible(Possible),
    Vendors(Vendors),
    Explain(Explain),
    Readings(Readings),
    Compare(Compare),
    Sweep(SweepArguments),
    Diff(Diff),
}

// A scenario, or one of its variants. (No doc comment: it would replace the description of each verb.)
#[derive(Debug, Args)]
pub struct ScenarioArguments {
    /// The scenario; `-` reads standard input
    pub file: String,
    /// Use this `.variant` of the scenario instead of its base text
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

/// Run a scenario and print every micro-step as a sentence
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the run ended as the scenario expects
  1  an expectation failed, or the run stopped with an error that no `.expect error` line names
  2  the scenario has errors, or the arguments are invalid

Without `--variant`, the expectations of every variant are checked too.")]
pub struct RunArguments {
    #[command(flatten)]
    pub scenario: ScenarioArguments,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
    /// Leave the micro-steps out of the JSON report
    #[arg(long, requires = "json")]
    pub no_steps: bool,
    /// Write every micro-step to the JSON report, and not only the first 20000
    #[arg(long, requires = "json", conflicts_with = "no_steps")]
    pub all_steps: bool,
    /// Print a table as CSV, with a row for each effect of each micro-step
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// Run scenarios and their variants, and check the `.expect` lines of each
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  every expectation holds
  1  an expectation failed, or a run stopped with an error that no `.expect error` line names
  2  a scenario has errors, or the arguments are invalid")]
pub struct Test {
    /// Scenarios, or directories to search for `*.lane` files; `-` reads standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<String>,
    /// Fail a scenario or variant without an `.invariant` line and without an `.expect` line that can fail
    #[arg(long)]
    pub require_expectations: bool,
    /// Fail a scenario whose goal is not that of this puzzle: its `.expect`, `.limit` and similar lines
    #[arg(long, value_name = "PUZZLE")]
    pub puzzle: Option<String>,
    /// Write the results to this file as JUnit XML; `-` writes to standard output
    #[arg(long, value_name = "OUT.xml")]
    pub junit: Option<String>,
    #[command(flatten)]
    pub budget: OrderBudget,
    #[command(flatten)]
    pub output: FileOutput,
}

/// Run scenarios and print the diagnostics
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  no error was found, or each one is named by an `.expect error` line
  1  a run stopped with an error that no `.expect error` line names
  2  a scenario has errors, or the arguments are invalid")]
pub struct Check {
    /// Scenarios, or directories to search for `*.lane` files; `-` reads standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<String>,
    #[command(flatten)]
    pub output: FileOutput,
}

// The limits for exploring all orders. (No doc comment: it would replace the description of each verb.)
#[derive(Args, Clone, Copy, Debug)]
pub struct OrderBudget {
    /// Explore at most this many states of all orders; without it, 4000000 for memory and 250000 for results
    #[arg(long, value_name = "STATES", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub budget: Option<usize>,
    /// Seed of the sample that is drawn if the budget runs out; without it, 1
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>, allow_negative_numbers = true)]
    pub seed: Option<u64>,
}

impl OrderBudget {
    /// Returns the budget of the arguments, with defaults.
    pub fn budget(self) -> Budget {
        Budget::new(self.budget, self.seed)
    }
}

// The output formats of `test` and `check`. (No doc comment: it would replace the description of each verb.)
#[derive(Debug, Args)]
pub struct FileOutput {
    /// Also print each problem as an annotation for GitHub Actions
    #[arg(long, conflicts_with = "json")]
    pub github: bool,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Rewrite scenarios in the canonical layout
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  every file has the canonical layout now
  1  the layout of a file differs (with `--check`)
  2  a file cannot be read or written, or the arguments are invalid")]
pub struct Fmt {
    /// Scenarios, or directories to search for `*.lane` files; `-` formats standard input to standard output
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<String>,
    /// List the files whose layout differs, and change nothing
    #[arg(long)]
    pub check: bool,
}

/// Draw a step of a run, or the whole run, as SVG
#[derive(Debug, Args)]
#[command(after_help = "\
Without `--step` and the options of a strip, the last step is drawn.

Exit codes:
  0  the figure was drawn
  1  the figure was drawn, and the run stopped with an error that no `.expect error` line names
  2  the scenario has errors, or has no such step or lane, or the arguments are invalid")]
pub struct Render {
    #[command(flatten)]
    pub scenario: ScenarioArguments,
    /// Draw the state after N micro-steps; 0 is the start
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>, allow_negative_numbers = true,
        conflicts_with_all = ["strip", "animate", "steps", "lane", "from", "to", "granularity"])]
    pub step: Option<u32>,
    /// Draw the run as a strip: one figure for each step
    #[arg(long)]
    pub strip: bool,
    /// Draw one figure that plays the run, with style rules alone
    #[arg(long, conflicts_with = "strip")]
    pub animate: bool,
    /// Draw only the states after these micro-steps, as a strip or an animation
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = whole_number::<u32>, allow_negative_numbers = true,
        conflicts_with_all = ["lane", "from", "to", "granularity"])]
    pub steps: Option<Vec<u32>>,
    /// Draw only the steps of one lane
    #[arg(long, value_name = "LANE", value_parser = whole_number::<u8>, allow_negative_numbers = true)]
    pub lane: Option<u8>,
    /// Begin the strip or the animation at micro-step N
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>, allow_negative_numbers = true)]
    pub from: Option<u32>,
    /// End the strip or the animation at micro-step N
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>, allow_negative_numbers = true)]
    pub to: Option<u32>,
    /// Draw steps of this size; without it, the size depends on the program
    #[arg(long, value_enum, value_name = "SIZE")]
    pub granularity: Option<StepSize>,
    /// Choose the colours
    #[arg(long, value_enum, value_name = "THEME", default_value = "light")]
    pub theme: Colours,
    /// Write the figure to this file instead of standard output
    #[arg(short = 'o', long = "output", value_name = "OUT.svg")]
    pub output: Option<String>,
}

/// Parses a whole number that fits into `N`.
fn whole_number<N: FromStr>(text: &str) -> Result<N, String> {
    let largest = u64::MAX >> (u64::BITS - 8 * size_of::<N>() as u32);
    text.parse().map_err(|_| format!("expected a whole number from 0 to {largest}"))
}

/// Print the link that opens a scenario in the page, or in an embed
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lanescope link FILE --base https://example.org/lanescope/ --step 12
  lanescope link FILE --base https://example.org/lanescope/ --embed size=card,fits

Exit codes:
  0  the link was printed
  2  the text is too long for a link, the step or the variant does not exist, or the arguments are invalid")]
pub struct Link {
    /// The scenario; `-` reads standard input
    pub file: String,
    /// The address of the folder with the page; without it, only the part from `#` is printed
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    pub base: String,
    /// Open the state after N micro-steps
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>, allow_negative_numbers = true)]
    pub step: Option<u32>,
    /// Step by this size
    #[arg(long, value_enum, value_name = "SIZE")]
    pub granularity: Option<StepSize>,
    /// Show this `.variant` next to the scenario
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Print the address of a frame with these options of an embed
    #[arg(long, value_name = "OPTION,OPTION", value_delimiter = ',')]
    pub embed: Option<Vec<String>>,
}

/// The size of a step in a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StepSize {
    /// One micro-step
    Step,
    /// To the next request, read, modify, write or return
    Memory,
    /// To the next lane's turn
    Lane,
    /// To the next instruction
    Instruction,
}

/// The colours of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colours {
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
    /// As the reader's system prefers
    Auto,
}

/// Print the machine code of each instruction, without running the scenario
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  every instruction has machine code
  1  an instruction has no machine code
  2  the scenario has errors, or the arguments are invalid")]
pub struct Encode {
    #[command(flatten)]
    pub scenario: ScenarioArguments,
    /// Print only the bytes or the word of each instruction, one instruction per line
    #[arg(long, conflicts_with = "json")]
    pub bytes: bool,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Count what the accesses of each instruction cost: sectors, cache lines, bank conflicts, queues
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the costs were printed
  1  the run stopped with an error that no `.expect error` line names, or an expectation failed
  2  the scenario has errors, or the arguments are invalid

The model is that of the scenario's `.model` line, or else that of its instruction set. A model counts; it does not predict a time.")]
pub struct CostArguments {
    #[command(flatten)]
    pub scenario: ScenarioArguments,
    /// Count with this cost model
    #[arg(long, value_name = "MODEL", value_parser = PossibleValuesParser::new(model_keys()))]
    pub model: Option<String>,
    /// Print a report as JSON, with the numbers of the model and their sources
    #[arg(long)]
    pub json: bool,
    /// Print a table as CSV, with a row for each instruction
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// Explore every order of the lanes, and list the outcomes with one order that leads to each
#[derive(Debug, Args)]
#[command(after_help = "\
A share is a share of orders, not a probability: no manual says how likely an order is.

Exit codes:
  0  every order was explored, and the `.expect` lines about all orders hold
  1  an `.expect` line about all orders fails, or the budget ran out before memory, results or an invariant were decided; then, a
     sample of the orders is reported for that part
  2  the scenario has errors, or the arguments are invalid")]
pub struct Explore {
    #[command(flatten)]
    pub scenario: ScenarioArguments,
    #[command(flatten)]
    pub budget: OrderBudget,
    /// List at most N outcomes, those of the most orders, for each group of places that depend on each other, and for each
    /// sample; 0 lists all, of a sample up to 1000. Without it, 20, and all in JSON
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub top: Option<usize>,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Treat the `.expect` lines as an observed result, and report how many orders produce it
#[derive(Debug, Args)]
#[command(after_help = "\
The order of the run and a few simple orders are tried first. If one of them produces the result, the search that counts the
orders ends after 100000 states, or after those of `--budget`.

Exit codes:
  0  some order produces the result
  1  no order produces the result, or the budget ran out
  2  the scenario has errors, an `.expect` line is not about the end of one order, or the arguments are invalid")]
pub struct Possible {
    #[command(flatten)]
    pub scenario: ScenarioArguments,
    /// Explore at most this many states; without it, 4000000
    #[arg(long, value_name = "STATES", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub budget: Option<usize>,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Mark files of answers to the `.ask` lines of a scenario
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  every file was marked
  1  a file is damaged or has another version; the others were marked
  2  the scenario has errors or no `.ask` line, or the arguments are invalid

The first line of a file of answers is `lanescope answers 1`. `name: NAME` may follow, and then a line for each answer: the number
of the question, a colon and the answer. The page saves such files.")]
pub struct Grade {
    /// The scenario with the questions; `-` reads standard input
    pub questions: String,
    /// Files of answers
    #[arg(required = true)]
    pub answers: Vec<String>,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
    /// Print a table as CSV, with a row for each answer
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// Compare what the instruction sets compute from the same numbers
#[derive(Debug, Args)]
#[command(after_help = "Exit codes:\n  0  always")]
pub struct Vendors {}

/// Describe an instruction: operands, semantics, operations and interpretations
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the instruction was found
  2  no instruction has that name, or the arguments are invalid")]
pub struct Explain {
    /// The mnemonic of the instruction
    #[arg(value_name = "NAME")]
    pub mnemonic: String,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// List the ambiguous rules of the manuals, and how each is interpreted
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the interpretations are listed
  1  the run stopped with an error that no `.expect error` line names
  2  the scenario has errors, or the arguments are invalid")]
pub struct Readings {
    /// List only what affects this scenario, and what each other choice changes in its run; `-` reads standard input
    pub file: Option<String>,
    /// Use this `.variant` of the scenario instead of its base text
    #[arg(long, value_name = "NAME", requires = "file")]
    pub variant: Option<String>,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Compare the runs of two scenarios, and the memory and results that all orders of each can end with
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  no difference
  1  the two differ, or not all outcomes of their orders were compared: there are too many, or the budget ran out
  2  a scenario has errors or is too long to compare, or the arguments are invalid")]
pub struct Compare {
    /// The first scenario; `-` reads standard input
    pub file: String,
    /// A `.variant` of the first scenario, or another file; may be left out if the scenario has exactly one variant
    #[arg(value_name = "NAME | FILE")]
    pub other: Option<String>,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Run a scenario with many initial values of an element, and list the results
#[derive(Debug, Args)]
#[command(after_help = "\
An element is swept over all values of an 8-bit or 16-bit type, over values near powers of two of a 32-bit or 64-bit
integer type, and over one value of each class of a float type. Values can be given instead.

Examples:
  lanescope sweep FILE 'BUF[0]'
  lanescope sweep FILE 'BUF[0] = 0..9'
  lanescope sweep FILE 'BUF[0] = 1 5 0xff' 'VAL[0]' --beside other

Exit codes:
  0  the sweep is done; with `--beside`, no difference
  1  the two scenarios differ, a run is too long to compare, or Ctrl+C ended the sweep (with `--beside`)
  2  a scenario has errors, the sweep is too long, or the arguments are invalid")]
pub struct SweepArguments {
    /// The scenario; `-` reads standard input
    pub file: String,
    /// An element such as `BUF[0]`, or an element with values such as `BUF[0] = 0..9`; up to three with `--beside`
    #[arg(value_name = "PLACE", required = true)]
    pub places: Vec<String>,
    /// Compare with this `.variant`, or with another file
    #[arg(long, value_name = "NAME | FILE")]
    pub beside: Option<String>,
    /// List every combination of values that makes a difference, up to 65536
    #[arg(long, requires = "beside")]
    pub all: bool,
    /// Seed of the random values that are tried where not all values can be
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>, allow_negative_numbers = true)]
    pub seed: u64,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Show what the `.op` and `.semantics` directives change, compared with the built-in semantics
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes:
  0  the changes are listed
  1  the run stopped with an error that no `.expect error` line names
  2  the scenario has errors, or the arguments are invalid")]
pub struct Diff {
    #[command(flatten)]
    pub scenario: ScenarioArguments,
    /// Print a report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Returns the keys of the cost models.
fn model_keys() -> Vec<&'static str> {
    known_sets().cost_models().into_iter().map(|model| model.key).collect()
}
