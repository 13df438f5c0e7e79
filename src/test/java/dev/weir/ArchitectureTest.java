package dev.weir;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the packages, as ARCHITECTURE.md draws them. */
@AnalyzeClasses(packages = "dev.weir", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesPointOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("cli")
          .definedBy("dev.weir.cli..")
          .layer("service")
          .definedBy("dev.weir.service..")
          .layer("web")
          .definedBy("dev.weir.web..")
          .layer("report")
          .definedBy("dev.weir.report..")
          .layer("compare")
          .definedBy("dev.weir.compare..")
          .layer("camel")
          .definedBy("dev.weir.camel..")
          .layer("delivery")
          .definedBy("dev.weir.delivery..")
          .layer("write")
          .definedBy("dev.weir.write..")
          .layer("dataset")
          .definedBy("dev.weir.dataset..")
          .layer("statistics")
          .definedBy("dev.weir.statistics..")
          .layer("layout")
          .definedBy("dev.weir.layout..")
          .layer("postgres")
          .definedBy("dev.weir.postgres..")
          .layer("config")
          .definedBy("dev.weir.config..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("service")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("web")
          .mayOnlyBeAccessedByLayers("cli", "service")
          .whereLayer("web")
          .mayOnlyAccessLayers("camel", "config")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("cli", "service")
          .whereLayer("compare")
          .mayOnlyBeAccessedByLayers("cli", "service", "report")
          .whereLayer("camel")
          .mayOnlyBeAccessedByLayers("cli", "service", "compare", "web")
          .whereLayer("delivery")
          .mayOnlyBeAccessedByLayers("cli", "service", "compare", "camel")
          .whereLayer("write")
          .mayOnlyBeAccessedByLayers("service", "compare", "camel", "delivery")
          .whereLayer("statistics")
          .mayOnlyAccessLayers("layout", "postgres", "config")
          .whereLayer("dataset")
          .mayOnlyAccessLayers("config")
          .whereLayer("layout")
          .mayOnlyAccessLayers("config")
          .whereLayer("postgres")
          .mayOnlyAccessLayers("config")
          .whereLayer("config")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule noCycles = slices().matching("dev.weir.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyCamelAndTheServiceKnowCamel =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.weir.camel..", "dev.weir.service..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.camel..");

  @ArchTest
  static final ArchRule nobodyPrintsButTheCommandLine =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.weir.cli..", "dev.weir.report..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .allowEmptyShould(true);
}
